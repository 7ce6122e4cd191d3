import { data, Form, Link, type ShouldRevalidateFunctionArgs, useLocation, useSubmit } from "react-router"
import { usePodcast } from "#app/base/settings/use-podcast.ts"
import type { Asking } from "#app/kit/form/asking.ts"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { responseHeaders } from "#app/kit/http/response-headers.ts"
import {
  type FormMessage,
  type FormResponse,
  orElse,
  respondFailure,
  respondFirstError,
} from "#app/kit/http/responses.server.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { INVITED_LABELS } from "#app/kit/lib/roles.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import { PaperSheet } from "#app/kit/ui/paper-sheet.tsx"
import { AuthForm, NewPasswordFields } from "../auth/auth-form.tsx"
import type { newPasswordSchema } from "../auth/auth.schema.ts"
import { startSession } from "../auth/auth.server.ts"
import { rememberDevice } from "../auth/device.server.ts"
import { PasskeyButton } from "../auth/passkey-button.tsx"
import { post } from "../auth/passkey-ceremony.ts"
import { withFactorProved } from "../auth/session-guard.server.ts"
import { viewerContext } from "../auth/viewer.server.ts"
import { findWeakness } from "../auth/weak-passwords.server.ts"
import type { Route } from "./+types/accept.route"
import { acceptWithPasskey, acceptWithPassword, openInvitation } from "./accept-invitation.server.ts"
import { acceptIntents } from "./invitations.schema.ts"

export { responseHeaders as headers }

/** Following the link changes nothing yet: mail scanners follow links too. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const invitation = await openInvitation(keyOf(url))
  if (!invitation) return data({ state: "ended" as const }, 404)
  const { email, role, inviter } = invitation
  const shown = { email, role: INVITED_LABELS[role], invitedBy: inviter.email }
  const viewer = context.get(viewerContext)
  if (viewer) return data({ state: "signed-in" as const, ...shown, signedInAs: viewer.email }, 409)
  if (invitation.accountId) return data({ state: "exists" as const, ...shown }, 409)
  return data({ state: "open" as const, ...shown })
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const asked = parseIntent(await readForm(request), acceptIntents)
  if (context.get(viewerContext)) return refuse(SIGNED_IN)
  // Typed passwords are never sent back.
  if (!asked.ok) return respondFirstError({ values: {}, errors: asked.errors })
  const key = keyOf(url)
  return orElse(
    async () => {
      if (asked.intent === "password") {
        const invited = await openInvitation(key)
        const weakness = invited && (await findWeakness(asked.value.password, invited.email))
        if (weakness) return respondFirstError({ values: {}, errors: { password: weakness } })
      }
      const accepted =
        asked.intent === "password"
          ? await acceptWithPassword(key, asked.value.password)
          : await acceptWithPasskey(key, asked.value.response)
      if (accepted.outcome !== "joined") return refuse(REFUSALS[accepted.outcome])
      const { id, email } = accepted
      const headers = await withFactorProved(id, () => startSession(id, request.headers, "Invitation"))
      await rememberDevice(request, email, headers)
      if (accepted.codes) return data({ codes: accepted.codes }, { headers })
      return redirectWithToast("/admin/settings", WELCOME, headers)
    },
    () => respondFailure({}, "Impossible de créer le compte pour l’instant. Réessayez dans un instant."),
  )
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args)

/** Once the codes are shown, there is nothing left to say of the invitation. */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return !actionResult?.codes && defaultShouldRevalidate
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Invitation",
    description: "Accepter une invitation.",
    path: "/auth/invitation",
    noIndex: true,
  })
}

export default function AcceptInvitation({ loaderData, actionData }: Route.ComponentProps) {
  const { name } = usePodcast()
  if (actionData && "codes" in actionData) return <FirstCodes codes={actionData.codes} />
  switch (loaderData.state) {
    case "ended":
      return (
        <PaperSheet title="Invitation close">
          <p className="mt-6 text-lg">
            Ce lien a déjà servi, a été retiré ou remplacé, ou n’est plus valable. Si vous avez déjà votre
            compte, connectez-vous ; sinon, demandez une nouvelle invitation à qui vous a invité.
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
            Un compte existe déjà pour {loaderData.email}. Connectez-vous ; pour avoir le rôle « 
            {loaderData.role} », écrivez à {loaderData.invitedBy}.
          </p>
          <ToSignIn />
        </PaperSheet>
      )
    case "open": {
      const { email, role, invitedBy } = loaderData
      const { secret } = fieldsOf<typeof newPasswordSchema>(actionData)
      return (
        <PaperSheet title={`Rejoignez ${name}`}>
          <p className="mt-6 text-lg break-words">
            {invitedBy} vous invite avec le rôle « {role} ». Votre compte aura l’adresse <b>{email}</b> ;
            choisissez son mot de passe : vous seul le connaîtrez.
          </p>
          <AuthForm response={actionData} submitLabel="Créer mon compte">
            <HiddenFields fields={{ intent: "password" } satisfies Asking<typeof acceptIntents>} />
            {/* Programs that keep passwords learn whose it is. */}
            <input type="email" autoComplete="username" value={email} readOnly hidden />
            <NewPasswordFields label="Mot de passe" secret={secret} />
          </AuthForm>
          <PasskeyInstead />
        </PaperSheet>
      )
    }
  }
}

/** The other way to join: no password at all. */
function PasskeyInstead() {
  const { search } = useLocation()
  const submit = useSubmit()
  return (
    <div className="mt-6 border-t-2 border-paper-dim pt-6 not-has-[button]:hidden noscript:hidden">
      <p className="mb-4">
        Ou sans mot de passe : votre appareil vous reconnaît (empreinte, visage ou code) et garde la clé pour
        vous.
      </p>
      <PasskeyButton
        ceremony={{
          does: "make",
          ask: () => post(`/auth/invitation/passkey${search}`),
          take: (response) => {
            const fields = { intent: "passkey", response } satisfies Asking<typeof acceptIntents>
            return submit(fields, { method: "post" })
          },
          texts: {
            failed: "Votre navigateur n’a pas pu créer de clé d’accès. Choisissez un mot de passe.",
            effect: "aucun compte n’est créé",
          },
        }}
        className="button button-ink w-full"
      >
        Créer une clé d’accès
      </PasskeyButton>
    </div>
  )
}

/** Follows the first passkey; the only time that the codes are shown. */
function FirstCodes({ codes }: { codes: string[] }) {
  const { name } = usePodcast()
  const text = `${name} : codes de secours\n\n${codes.join("\n")}\n\nChaque code sert une fois.\n`
  return (
    <PaperSheet title="Vos codes de secours">
      <div role="status">
        <p className="mt-6 text-lg">
          Votre compte est créé. Si vous perdez votre clé d’accès, chacun de ces codes vous laisse entrer une
          fois. <strong>Notez-les maintenant : ils ne s’afficheront plus.</strong>
        </p>
        <pre className="mt-6 overflow-x-auto border-2 border-ink p-4 leading-relaxed select-all">
          {codes.join("\n")}
        </pre>
      </div>
      <div className="mt-8 flex flex-wrap gap-4">
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="codes-de-secours.txt"
          className="button button-ink"
        >
          Télécharger
        </a>
        <Link to="/admin/settings" className="button button-blood">
          Continuer
        </Link>
      </div>
    </PaperSheet>
  )
}

function ToSignIn() {
  return (
    <Link to="/auth" className="button button-ink mt-8">
      Aller à la connexion
    </Link>
  )
}

const keyOf = (url: URL) => url.searchParams.get("cle") ?? ""

type Refusal = FormMessage & { status: number }

/** Where scripts run the page stays, with what was wrong above the form; without them it is loaded anew, and says so itself. */
const refuse = ({ status, ...message }: Refusal) =>
  data<FormResponse>({ values: {}, errors: {}, message }, status)

const SIGNED_IN = {
  title: "Déjà connecté",
  description: "Déconnectez-vous, puis ouvrez à nouveau le lien.",
  status: 409,
}
const REFUSALS: Record<"ended" | "exists" | "refused", Refusal> = {
  ended: {
    title: "Invitation close",
    description: "Ce lien a déjà servi, a été retiré ou remplacé, ou n’est plus valable.",
    status: 404,
  },
  exists: { title: "Compte existant", description: "Un compte existe déjà avec cet email", status: 409 },
  refused: {
    title: "Clé d’accès refusée",
    description: "Votre appareil doit vous reconnaître (empreinte, visage ou code). Réessayez.",
    status: 400,
  },
}

const WELCOME = {
  kind: "success",
  title: "Bienvenue !",
  description: "Votre compte est créé.",
} as const
