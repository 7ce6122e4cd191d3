import { isRouteErrorResponse, Link, Outlet, useLocation, useNavigation } from "react-router"
import { SECURITY_PAGE, SET_UP } from "#app/accounts/auth/factors/factors.copy.ts"
import { getOwedFactor, getViewer, guard } from "#app/accounts/auth/guard.server.ts"
import { can, type Person } from "#app/kit/lib/rights.ts"
import { ReauthenticationPage } from "#app/accounts/auth/reauthentication/reauthentication-page.tsx"
import { useViewer } from "#app/kit/http/use-viewer.ts"
import { LIST } from "#app/kit/form/use-focus-on-edit.ts"
import { leadPlainFormsTo } from "#app/kit/http/plain-forms.server.ts"
import { responseHeaders } from "#app/kit/http/response-headers.ts"
import { readShellState } from "#app/kit/http/shell-state.ts"
import { formatLongDate } from "#app/kit/lib/dates.ts"
import { failureText } from "#app/kit/ui/error-page.tsx"
import { listTypeEntries } from "#app/content/types.server.ts"
import { findFault, getWaiting } from "../waiting/waiting.server.ts"
import type { Route } from "./+types/admin.route"
import { AdminShell } from "./admin-shell.tsx"
import { NoticeCard } from "./notice-card.tsx"
import RefusedPage from "./refused-page.tsx"

export { responseHeaders as headers }

export const middleware: Route.MiddlewareFunction[] = [guard("settings"), leadPlainFormsTo(LIST)]

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = getViewer(context)
  const [{ pendingComments, newComments, messages }, owed, isSiteWrong] = await Promise.all([
    getWaiting(context),
    getOwedFactor(context),
    can(viewer, "administration") && findFault(),
  ])
  return {
    person: { role: viewer.role, rights: viewer.rights },
    email: viewer.email,
    types: listTypeEntries(viewer),
    waiting: { comments: pendingComments + newComments, messages, isSiteWrong },
    owed: owed && { until: formatLongDate(owed.dueAt), isOverdue: owed.isOverdue },
    ...readShellState(request.headers.get("cookie")),
  }
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const { person, email, types, waiting, owed, isExpanded, scheme } = loaderData
  const shell = { person, email, types, waiting, isExpanded, scheme }
  return (
    <AdminShell {...shell}>
      <LoadingNotice />
      {owed && <OwedFactorNotice {...owed} />}
      <Outlet />
    </AdminShell>
  )
}

/** Errors show inside the shell: what the person may not see or has to re-authenticate for, what does not exist, or an apology. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const viewer = useViewer()
  if (isRouteErrorResponse(error) && error.data?.isRefused) return <RefusedPage refusal={error.data} />
  return (
    <AdminShell
      person={loaderData?.person ?? viewer ?? NOBODY}
      email={loaderData?.email}
      types={loaderData?.types}
      isExpanded={loaderData?.isExpanded ?? true}
      scheme={loaderData?.scheme ?? "auto"}
    >
      <ErrorContent error={error} />
    </AdminShell>
  )
}

const NOBODY: Person = { role: "user", rights: [] }

/** Shown while a page of the back office is on its way; the one before stays readable meanwhile. */
function LoadingNotice() {
  const { state } = useNavigation()
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-(--office-header) z-30">
      {state === "loading" && (
        <p className="appear-late bg-gold text-(--office-on-gold) px-4 py-1.5 text-center font-semibold">
          Chargement...
        </p>
      )}
    </div>
  )
}

type OwedFactorNoticeProps = { until: string; isOverdue: boolean }

/** On every page of the back office of who has to have a second factor and has none. */
function OwedFactorNotice({ until, isOverdue }: OwedFactorNoticeProps) {
  const isThere = useLocation().pathname === SECURITY_PAGE
  return (
    <div
      role="status"
      className="office-alert mb-6 flex bg-sheet flex-wrap items-center justify-between gap-x-6 gap-y-3"
    >
      <p>
        {isOverdue ? (
          <>
            <strong>Second facteur requis.</strong> L’administration s’ouvrira à nouveau dès que vous en aurez
            ajouté un.
          </>
        ) : (
          <>
            <strong>Ajoutez un second facteur avant le {until}.</strong> Ensuite, seuls vos paramètres
            s’ouvriront.
          </>
        )}
      </p>
      {!isThere && (
        <Link to={SECURITY_PAGE} className="office-button">
          {SET_UP}
        </Link>
      )}
    </div>
  )
}

function ErrorContent({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.data?.isReauthenticationAsked)
    return <ReauthenticationPage {...error.data} />
  const isExpected = isRouteErrorResponse(error) && error.status < 500
  if (!isExpected) {
    return (
      <NoticeCard
        title="Une erreur est survenue"
        text={failureText()}
        links={[{ to: "?", label: "Réessayer", reload: true }]}
      />
    )
  }
  return (
    <NoticeCard
      title={error.data?.title ?? "Page non trouvée"}
      text={error.data?.text ?? "Rien ne se trouve à cette adresse."}
      links={[{ to: "/admin", label: "Retour à l’administration" }]}
    />
  )
}
