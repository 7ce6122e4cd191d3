import { guard } from "#app/accounts/auth/guard.server.ts"
import { findHeard } from "./sound.server.ts"
import type { Route } from "./+types/heard.route"

export const middleware: Route.MiddlewareFunction[] = [guard("writing")]

/** What is known of the sound at an address (`?address=`) that a form holds, and may not be saved with yet. */
export async function loader({ url }: Route.LoaderArgs) {
  return Response.json(await findHeard(url.searchParams.get("address")), {
    headers: { "Cache-Control": "private, no-store" },
  })
}
