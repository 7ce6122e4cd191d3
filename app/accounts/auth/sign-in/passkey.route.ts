import { waitingText } from "#app/base/limits/rate-limits.server.ts"
import { clientAddressContext } from "#app/kit/http/client-address.server.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { redirectTo } from "#app/kit/http/redirects.server.ts"
import { orElse } from "#app/kit/http/responses.server.ts"
import { countPasskeyRequest } from "../attempts.server.ts"
import { askForPasskey, checkPasskey } from "../factors/passkeys.server.ts"
import type { Route } from "./+types/passkey.route"
import { passkeyIntents } from "./passkey.schema.ts"
import { findPendingSignIn, forgetPendingSignIn, takePendingSignIn } from "./pending-sign-in.server.ts"
import { findPerson } from "./person.server.ts"
import { recordFailure, signInProved } from "./second-step.server.ts"

/** Signing in is a write: the address alone does nothing. */
export function loader() {
  return redirectTo("/auth")
}

/** Signs in by passkey, for the page's script: what to ask the browser for, then where its answer leads. All as JSON. */
export async function action({ context, request }: Route.ActionArgs) {
  const asked = parseIntent(await readForm(request), passkeyIntents)
  const refuse = (status: number, error: string, init?: ResponseInit) =>
    Response.json({ error }, { status, ...init })
  if (!asked.ok) return refuse(400, UNREADABLE)
  const isSecond = asked.value.step === "second"

  return orElse(
    async () => {
      const pending = isSecond ? await findPendingSignIn(request) : undefined
      if (isSecond && !pending) return refuse(401, EXPIRED)
      const occasion = pending && ({ purpose: "second-step", userId: pending.user.id } as const)
      if (asked.intent === "ask") {
        const wait = await countPasskeyRequest(context.get(clientAddressContext))
        if (wait > 0) return refuse(429, waitingText(wait), { headers: { "Retry-After": String(wait) } })
        return Response.json(await askForPasskey(occasion))
      }
      const owner = await checkPasskey(asked.value.response, occasion)
      const person = owner && (await findPerson(owner.userId))
      if (!person) {
        if (pending) await recordFailure(pending.user, "Clé d’accès")
        return refuse(401, UNKNOWN)
      }
      if (pending && !(await takePendingSignIn(pending))) return refuse(401, EXPIRED)
      const headers = await signInProved(request, person, "Clé d’accès")
      headers.append("Set-Cookie", await forgetPendingSignIn())
      return Response.json({ to: "/" }, { headers })
    },
    () => refuse(500, "Impossible de vous connecter pour l’instant. Réessayez dans un instant."),
  )
}

const UNREADABLE = "La réponse de votre navigateur est illisible."
const EXPIRED = "La connexion a expiré : tapez à nouveau votre mot de passe."
const UNKNOWN = "Cette clé d’accès n’est pas connue ici, ou la demande a expiré. Réessayez."
