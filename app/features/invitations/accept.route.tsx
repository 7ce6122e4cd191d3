import { data, Form, Link } from "react-router"
import { keepForm } from "#app/form/keep-form.ts"
import { fieldsOf } from "#app/form/fields-of.ts"
import { readForm } from "#app/http/forms.server.ts"
import { responseHeaders } from "#app/http/response-headers.ts"
import {
  answerFirstError,
  type FormMessage,
  type FormResponse,
  orElse,
  respondFailure,
} from "#app/http/responses.server.ts"
import { redirectWithToast } from "#app/http/toast.server.ts"
import { PaperSheet } from "#app/ui/paper-sheet.tsx"
import { pageMeta } from "#app/ui/page-meta.ts"
import { site } from "#site"
import { AuthForm, NewPasswordFields } from "../auth/auth-form.tsx"
import { newPasswordSchema } from "../auth/auth.schema.ts"
import { startSession } from "../auth/auth.server.ts"
import { rememberDevice } from "../auth/device.server.ts"
import { ROLE_LABELS } from "../auth/permissions.schema.ts"
import { viewerContext } from "../auth/viewer.server.ts"
import type { Route } from "./+types/accept.route"
import { acceptWithPassword, openInvitation } from "./accept-invitation.server.ts"

export { responseHeaders as headers }

/** Following the link changes nothing yet: mail scanners follow links too. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const invitation = await openInvitation(keyOf(url))
  if (!invitation) return data({ state: "ended" as const }, 404)
  const { email, role, inviter } = invitation
  const shown = { email, role: ROLE_LABELS[role], invitedBy: inviter.email }
  const viewer = context.get(viewerContext)
  if (viewer) return data({ state: "signed-in" as const, ...shown, signedInAs: viewer.email }, 409)
  if (invitation.accountId) return data({ state: "exists" as const, ...shown }, 409)
  return data({ state: "open" as const, ...shown })
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await readForm(request)
  if (context.get(viewerContext)) return refuse(SIGNED_IN, 409)
  const parsed = form.parse(newPasswordSchema)
  // Typed passwords are never sent back.
  if (!parsed.ok) return answerFirstError({ values: {}, errors: parsed.errors })
  return orElse(
    async () => {
      const accepted = await acceptWithPassword(keyOf(url), parsed.value.password)
      if (accepted.outcome === "ended") return refuse(ENDED, 404)
      if (accepted.outcome === "exists") return refuse(EXISTS, 409)
      const headers = await startSession(accepted.id, request.headers, "Invitation")
      await rememberDevice(request, accepted.email, headers)
      return redirectWithToast("/admin/settings", WELCOME, headers)
    },
    () => respondFailure({}, "Impossible de créer le compte pour l’instant. Réessayez dans un instant."),
  )
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args)

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Invitation",
    description: "Accepter une invitation.",
    path: "/auth/invitation",
    noIndex: true,
  })
}

export default function AcceptInvitation({ loaderData, actionData }: Route.ComponentProps) {
  switch (loaderData.state) {
    case "ended":
      return (
        <PaperSheet title="Invitation close">
          <p className="mt-6 text-lg">
            Ce lien a déjà servi, a été retiré ou remplacé, ou n’est plus valable. Si vous avez déjà votre
            compte, connectez-vous ; sinon, demandez une nouvelle invitation à qui vous a invité.
          </p>
          <ToSignIn />
        </PaperSheet>
      )
    case "signed-in":
      return (
        <PaperSheet title="Déjà connecté">
          <p className="mt-6 text-lg break-words">
            Cette invitation est pour {loaderData.email}, et vous êtes connecté avec le compte{" "}
            {loaderData.signedInAs}. Pour l’accepter, déconnectez-vous, puis ouvrez à nouveau le lien.
          </p>
          <Form method="post" action="/auth/sign-out" className="mt-8">
            <button type="submit" className="button button-ink">
              Me déconnecter
            </button>
          </Form>
        </PaperSheet>
      )
    case "exists":
      return (
        <PaperSheet title="Compte existant">
          <p className="mt-6 text-lg break-words">
            Un compte existe déjà pour {loaderData.email}. Connectez-vous ; pour avoir le rôle «{" "}
            {loaderData.role} », écrivez à {loaderData.invitedBy}.
          </p>
          <ToSignIn />
        </PaperSheet>
      )
    case "open": {
      const { email, role, invitedBy } = loaderData
      const { secret } = fieldsOf<typeof newPasswordSchema>(actionData)
      return (
        <PaperSheet title={`Rejoignez ${site.name}`}>
          <p className="mt-6 text-lg break-words">
            {invitedBy} vous invite avec le rôle « {role} ». Votre compte aura l’adresse <b>{email}</b> ;
            choisissez son mot de passe : vous seul le connaîtrez.
          </p>
          <AuthForm response={actionData} submitLabel="Créer mon compte">
            {/* Programs that keep passwords learn whose it is. */}
            <input type="email" autoComplete="username" value={email} readOnly hidden />
            <NewPasswordFields label="Mot de passe" secret={secret} />
          </AuthForm>
        </PaperSheet>
      )
    }
  }
}

function ToSignIn() {
  return (
    <Link to="/auth" className="button button-ink mt-8">
      Aller à la connexion
    </Link>
  )
}

const keyOf = (url: URL) => url.searchParams.get("cle") ?? ""

/** Where scripts run the page stays, with what was wrong above the form; without them it is loaded anew, and says so itself. */
const refuse = (message: FormMessage, status: number) =>
  data<FormResponse>({ values: {}, errors: {}, message }, status)

const ENDED = {
  title: "Invitation close",
  description: "Ce lien a déjà servi, a été retiré ou remplacé, ou n’est plus valable.",
}
const EXISTS = { title: "Compte existant", description: "Un compte existe déjà avec cet email" }
const SIGNED_IN = { title: "Déjà connecté", description: "Déconnectez-vous, puis ouvrez à nouveau le lien." }

const WELCOME = {
  kind: "success",
  title: "Bienvenue !",
  description: "Votre compte est créé.",
} as const
