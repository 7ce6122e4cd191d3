import { data, Link } from "react-router"
import { waitingText } from "#app/base/limits/rate-limits.server.ts"
import { beginFirstSteps } from "#app/base/settings/first-steps.server.ts"
import { FIRST_STEPS } from "#app/base/settings/first-steps.ts"
import { redirectTo } from "#app/kit/http/redirects.server.ts"
import { responseHeaders } from "#app/kit/http/response-headers.ts"
import {
  respondFailure,
  respondFirstError,
  type FormResponse,
  orElse,
} from "#app/kit/http/responses.server.ts"
import { clientAddressContext } from "#app/kit/http/client-address.server.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { PublicField } from "#app/kit/form/public-form.tsx"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import type { Route } from "./+types/auth.route"
import { countSignIn, countSignUp, forgiveSignIn } from "./attempts.server.ts"
import { PaperSheet } from "#app/kit/ui/paper-sheet.tsx"
import { AuthForm, EmailField, NewPasswordFields } from "./auth-form.tsx"
import { signInSchema, signUpSchema } from "./auth.schema.ts"
import { signIn, signUp } from "./auth.server.ts"
import { readDeviceKey, rememberDevice } from "./device.server.ts"
import { SignInByPasskey } from "./sign-in/sign-in-by-passkey.tsx"
import { beginSignIn } from "./sign-in/pending-sign-in.server.ts"
import { greet } from "./sign-in/signed-in.server.ts"
import { viewerContext } from "./viewer.server.ts"
import { findWeakness } from "./weak-passwords.server.ts"

export { responseHeaders as headers }

const SIGN_UP_TAB = "inscription"

export function loader({ context, url }: Route.LoaderArgs) {
  if (context.get(viewerContext)) throw redirectTo("/")
  return { isSignUp: url.searchParams.get("onglet") === SIGN_UP_TAB }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  if (context.get(viewerContext)) throw redirectTo("/")
  const address = context.get(clientAddressContext)
  const isSignUp = url.searchParams.get("onglet") === SIGN_UP_TAB
  const parsed = (await readForm(request)).parse(isSignUp ? signUpSchema : signInSchema)
  // A typed password is never sent back.
  const values = { email: parsed.ok ? parsed.value.email : (parsed.values.email ?? "") }
  if (!parsed.ok) return respondFirstError({ values, errors: parsed.errors })
  const refuse = (status: number, title: string, description: string, init?: ResponseInit) =>
    data<FormResponse>({ message: { title, description }, errors: {}, values }, { status, ...init })
  const refuseForNow = (wait: number, title: string, hint = "") =>
    refuse(429, title, waitingText(wait) + hint, { headers: { "Retry-After": String(wait) } })

  return orElse(
    async () => {
      if (isSignUp) {
        const wait = await countSignUp(address)
        if (wait > 0) return refuseForNow(wait, "Erreur")
        const weakness = await findWeakness(parsed.value.password, parsed.value.email)
        if (weakness) return respondFirstError({ values, errors: { password: weakness } })
        const result = await signUp(parsed.value, request.headers)
        if (result.outcome === "exists") {
          return refuse(409, "Compte existant", "Un compte existe déjà avec cet email")
        }
        const isLed = result.isFirst && (await beginFirstSteps())
        const isSignedIn = result.outcome === "signed-in"
        const link = isLed && isSignedIn ? WAY_TO_FIRST_STEPS : undefined
        await rememberDevice(request, parsed.value.email, result.headers)
        const toast = { ...welcome(result.isFirst, result.outcome), link }
        return redirectWithToast(isSignedIn ? "/" : "/auth", toast, result.headers)
      }
      const { email } = parsed.value
      const guesser = { address, email, deviceKey: await readDeviceKey(request, email) }
      const { wait, isUnderAttack } = await countSignIn(guesser)
      if (wait > 0) return refuseForNow(wait, "Erreur de connexion", isUnderAttack ? WAY_IN : "")
      const result = await signIn(parsed.value, request.headers)
      if (result.outcome === "wrong") {
        return refuse(401, "Erreur de connexion", "Email ou mot de passe incorrect")
      }
      await forgiveSignIn(guesser)
      if (result.outcome === "unconfirmed") return refuse(403, "Erreur de connexion", UNCONFIRMED)
      if (result.outcome === "factor") {
        return redirectTo("/auth/code", { headers: { "Set-Cookie": await beginSignIn(result.userId) } })
      }
      await greet(request, { id: result.userId, email }, result.headers)
      return redirectTo("/", { headers: result.headers })
    },
    () => respondFailure(values, isSignUp ? CANNOT_SIGN_UP : CANNOT_SIGN_IN),
  )
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args)

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: loaderData?.isSignUp ? "Inscription" : "Connexion",
    description: "Se connecter ou créer un compte.",
    path: loaderData?.isSignUp ? `/auth?onglet=${SIGN_UP_TAB}` : "/auth",
    noIndex: true,
  })
}

export default function Auth({ loaderData: { isSignUp }, actionData }: Route.ComponentProps) {
  const { field, secret } = fieldsOf<typeof signUpSchema>(actionData)
  return (
    <PaperSheet title="Authentification">
      <nav aria-label="Connexion ou inscription" className="mt-6 grid grid-cols-2 border-b-4 border-ink">
        <Tab to="/auth" isActive={!isSignUp}>
          Connexion
        </Tab>
        <Tab to={`/auth?onglet=${SIGN_UP_TAB}`} isActive={isSignUp}>
          Inscription
        </Tab>
      </nav>
      <AuthForm
        key={String(isSignUp)}
        response={actionData}
        submitLabel={isSignUp ? "S’inscrire" : "Se connecter"}
        elsewhere={isSignUp ? undefined : FORGOTTEN}
      >
        <EmailField field={field} takesPasskeys={!isSignUp} />
        {isSignUp ? (
          <NewPasswordFields label="Mot de passe" secret={secret} />
        ) : (
          <PublicField
            label="Mot de passe"
            {...secret("password")}
            type="password"
            autoComplete="current-password"
          />
        )}
      </AuthForm>
      {!isSignUp && <SignInByPasskey step="first" />}
    </PaperSheet>
  )
}

const FORGOTTEN = { to: "/auth/forgot-password", label: "Mot de passe oublié ?" }

type TabProps = { to: string; isActive: boolean; children: React.ReactNode }

function Tab({ to, isActive, children }: TabProps) {
  const look = isActive ? "bg-ink text-paper" : "text-paper-ink hover:text-ink"
  return (
    <Link
      to={to}
      replace
      preventScrollReset
      aria-current={isActive ? "page" : undefined}
      className={`poster flex h-14 items-center justify-center pt-1 text-xl ${look}`}
    >
      {children}
    </Link>
  )
}

const CANNOT_SIGN_IN = "Impossible de vous connecter pour l’instant. Réessayez dans un instant."
const CANNOT_SIGN_UP = "Impossible de créer le compte pour l’instant. Réessayez dans un instant."
const UNCONFIRMED = "Confirmez d’abord votre adresse : ouvrez le lien le plus récent reçu par e-mail."
const WAY_TO_FIRST_STEPS = { to: FIRST_STEPS, label: "Commencer par les premiers pas" }
const WAY_IN = " Pour entrer sans attendre, passez par « Mot de passe oublié ? »."

function welcome(isFirst: boolean, outcome: "signed-in" | "unconfirmed") {
  const parts = [
    "Votre compte a été créé avec succès",
    ...(isFirst ? ["Vous êtes le premier utilisateur et avez reçu les droits administrateur"] : []),
    ...(outcome === "unconfirmed" ? ["Ouvrez le lien reçu par e-mail pour confirmer votre adresse"] : []),
  ]
  return { kind: "success", title: "Inscription réussie !", description: parts.join(". ") } as const
}
