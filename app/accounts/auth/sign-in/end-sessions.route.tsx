import { data } from "react-router"
import { PublicForm, PublicSubmit } from "#app/kit/form/public-form.tsx"
import { responseHeaders } from "#app/kit/http/response-headers.ts"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import { PaperNotice, PaperSheet } from "#app/kit/ui/paper-sheet.tsx"
import { viewerContext } from "../viewer.server.ts"
import type { Route } from "./+types/end-sessions.route"
import { canEndSessions, endAllSessions } from "./end-sessions.server.ts"

export { responseHeaders as headers }

const NEW_PASSWORD = { to: "/auth/forgot-password", label: "Choisir un nouveau mot de passe" }
const keyOf = (url: URL) => url.searchParams.get("cle") ?? ""

/** Following the link changes nothing yet: mail scanners follow links too. */
export async function loader({ url }: Route.LoaderArgs) {
  const isValid = await canEndSessions(keyOf(url))
  return data({ isValid }, { status: isValid ? 200 : 404 })
}

export async function action({ context, url }: Route.ActionArgs) {
  const userId = await endAllSessions(keyOf(url))
  // The page that answers is drawn for nobody.
  if (userId === context.get(viewerContext)?.id) context.set(viewerContext, null)
  return data({ isEnded: userId !== undefined }, { status: userId === undefined ? 404 : 200 })
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Fermer toutes les sessions",
    description: "Fermer toutes les sessions de son compte.",
    path: "/auth/end-sessions",
    noIndex: true,
  })
}

export default function EndSessions({ loaderData: { isValid }, actionData }: Route.ComponentProps) {
  if (actionData?.isEnded) {
    return (
      <PaperNotice title="Sessions fermées" isAnswer onward={NEW_PASSWORD}>
        Plus personne n’est connecté à votre compte. Choisissez maintenant un nouveau mot de passe : l’ancien
        est peut-être connu.
      </PaperNotice>
    )
  }
  if (!isValid || actionData) {
    return (
      <PaperNotice title="Lien expiré" onward={NEW_PASSWORD}>
        Ce lien a déjà servi ou n’est plus valable. Un nouveau mot de passe ferme aussi toutes les sessions.
      </PaperNotice>
    )
  }
  return (
    <PaperSheet title="Fermer toutes les sessions">
      <p className="mt-6 text-lg">
        Quelqu’un d’autre est connecté à votre compte ? Fermez toutes ses sessions, les vôtres comprises.
      </p>
      <PublicForm className="mt-8">
        <PublicSubmit>Fermer toutes les sessions</PublicSubmit>
      </PublicForm>
    </PaperSheet>
  )
}
