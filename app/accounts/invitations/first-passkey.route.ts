import { waitingText } from "#app/base/limits/rate-limits.server.ts"
import { clientAddressContext } from "#app/kit/http/client-address.server.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { redirectTo } from "#app/kit/http/redirects.server.ts"
import { orElse } from "#app/kit/http/responses.server.ts"
import { countPasskeyRequest } from "../auth/attempts.server.ts"
import type { Route } from "./+types/first-passkey.route"
import { askForFirstPasskey } from "./accept-invitation.server.ts"

/** The address alone does nothing. */
export function loader() {
  return redirectTo("/auth")
}

/** What the browser is to make a passkey with, for the invitation's page. */
export async function action({ context, request, url }: Route.ActionArgs) {
  await readForm(request)
  const refuse = (status: number, error: string, init?: ResponseInit) =>
    Response.json({ error }, { status, ...init })
  return orElse(
    async () => {
      const wait = await countPasskeyRequest(context.get(clientAddressContext))
      if (wait > 0) return refuse(429, waitingText(wait), { headers: { "Retry-After": String(wait) } })
      const options = await askForFirstPasskey(url.searchParams.get("cle") ?? "")
      return options ? Response.json(options) : refuse(404, ENDED)
    },
    () => refuse(500, "Impossible de créer le compte pour l’instant. Réessayez dans un instant."),
  )
}

const ENDED = "Cette invitation n’est plus valable. Rechargez la page."
