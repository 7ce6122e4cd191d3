import { data, Link } from "react-router"
import { waitingText } from "#app/base/limits/rate-limits.server.ts"
import { clientAddressContext } from "#app/kit/http/client-address.server.ts"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { PublicField, PublicForm, PublicSubmit } from "#app/kit/form/public-form.tsx"
import { readForm } from "#app/kit/http/forms.server.ts"
import { redirectTo } from "#app/kit/http/redirects.server.ts"
import { responseHeaders } from "#app/kit/http/response-headers.ts"
import {
  respondFirstError,
  type FormResponse,
  orElse,
  respondFailure,
} from "#app/kit/http/responses.server.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import { PaperSheet } from "#app/kit/ui/paper-sheet.tsx"
import { countCode, forgiveCodes } from "../attempts.server.ts"
import { codeSchema } from "../auth.schema.ts"
import { readDeviceKey } from "../device.server.ts"
import { findFactors, isFactor } from "../factors/factors.server.ts"
import { viewerContext } from "../viewer.server.ts"
import type { Route } from "./+types/code.route"
import { SignInByPasskey } from "./sign-in-by-passkey.tsx"
import { findPendingSignIn, forgetPendingSignIn } from "./pending-sign-in.server.ts"
import { recordFailure, signInProved, useCode } from "./second-step.server.ts"

export { responseHeaders as headers }

const isRecovery = (url: URL) => url.searchParams.has("secours")

export async function loader({ context, request, url }: Route.LoaderArgs) {
  if (context.get(viewerContext)) throw redirectTo("/")
  const pending = await findPendingSignIn(request)
  const factors = pending && (await findFactors(pending.user.id))
  // Lost its factor meanwhile, it is the password's alone again.
  if (!factors || !isFactor(factors)) throw await startAgain()
  return { isRecovery: isRecovery(url), hasApp: factors.totp, hasPasskey: factors.passkeys > 0 }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  if (context.get(viewerContext)) throw redirectTo("/")
  const pending = await findPendingSignIn(request)
  if (!pending) throw await startAgain()
  const parsed = (await readForm(request)).parse(codeSchema)
  // A typed code is never sent back.
  if (!parsed.ok) return respondFirstError({ values: {}, errors: parsed.errors })
  const way = isRecovery(url) ? "Mot de passe et code de secours" : "Mot de passe et code"
  const refuse = (status: number, description: string, init?: ResponseInit) =>
    data<FormResponse>(
      { message: { title: "Erreur de connexion", description }, errors: {}, values: {} },
      { status, ...init },
    )

  return orElse(
    async () => {
      const { user } = pending
      const guesser = {
        userId: user.id,
        address: context.get(clientAddressContext),
        deviceKey: await readDeviceKey(request, user.email),
        isRecovery: isRecovery(url),
      }
      const wait = await countCode(guesser)
      if (wait > 0) return refuse(429, waitingText(wait), { headers: { "Retry-After": String(wait) } })
      const outcome = await useCode(pending, parsed.value.code, way, request.headers.get("user-agent"))
      if (outcome === "wrong") {
        await recordFailure(user, way)
        return refuse(401, isRecovery(url) ? WRONG_RECOVERY_CODE : WRONG_CODE)
      }
      if (outcome === "ended") throw await startAgain()
      await forgiveCodes(guesser)
      const headers = await signInProved(request, user, way)
      headers.append("Set-Cookie", await forgetPendingSignIn())
      return redirectTo("/", { headers })
    },
    () => respondFailure({}, CANNOT_SIGN_IN),
  )
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args)

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Vérification",
    description: "Prouver que c’est vous.",
    path: "/auth/code",
    noIndex: true,
  })
}

export default function Code({ loaderData, actionData }: Route.ComponentProps) {
  const { isRecovery: isRecovering, hasApp, hasPasskey } = loaderData
  const { secret } = fieldsOf<typeof codeSchema>(actionData)
  return (
    <PaperSheet title="Vérification">
      {isRecovering ? (
        <PublicForm key="recovery" response={actionData} className="mt-4 grid gap-5">
          <p className="text-lg">
            Tapez l’un de vos codes de secours. Il ne servira qu’une fois : rayez‑le ensuite.
          </p>
          <PublicField
            label="Code de secours"
            {...secret("code")}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <PublicSubmit>Se connecter</PublicSubmit>
        </PublicForm>
      ) : (
        hasApp && (
          <PublicForm key="app" response={actionData} className="mt-4 grid gap-5">
            <p className="text-lg">Tapez le code que votre application d’authentification affiche.</p>
            <PublicField
              label="Code à 6 chiffres"
              {...secret("code")}
              inputMode="numeric"
              autoComplete="one-time-code"
            />
            <PublicSubmit>Se connecter</PublicSubmit>
          </PublicForm>
        )
      )}
      {!isRecovering && !hasApp && (
        <p className="mt-4 text-lg">Prouvez que c’est vous avec votre clé d’accès.</p>
      )}
      {!isRecovering && hasPasskey && <SignInByPasskey step="second" />}
      <nav aria-label="Autres moyens" className="mt-6 grid justify-items-center">
        <Link to={isRecovering ? "/auth/code" : "/auth/code?secours"} replace className={LINK}>
          {isRecovering ? otherWay(hasApp) : "Utiliser un code de secours"}
        </Link>
        <Link to="/auth" className={LINK}>
          Retour à la connexion
        </Link>
      </nav>
    </PaperSheet>
  )
}

const LINK = "inline-flex min-h-11 items-center underline"

function otherWay(hasApp: boolean) {
  return hasApp ? "Utiliser l’application d’authentification" : "Utiliser une clé d’accès"
}

function startAgain() {
  return redirectWithToast("/auth", {
    kind: "error",
    title: "Connexion expirée",
    description: "Tapez à nouveau votre mot de passe.",
  })
}

const WRONG_CODE = "Ce code n’est pas le bon, ou il a déjà servi. Attendez le suivant, puis réessayez."
const WRONG_RECOVERY_CODE = "Ce code de secours n’est pas le bon, ou il a déjà servi."
const CANNOT_SIGN_IN = "Impossible de vous connecter pour l’instant. Réessayez dans un instant."
