import { guard } from "#app/accounts/auth/guard.server.ts"
import { data } from "react-router"
import { parseSearch } from "#app/content/lists/list-view.ts"
import type { Route } from "./+types/blocks.route"
import { findBlocks } from "./blocks.server.ts"
import { BLOCK_KINDS } from "./blocks.ts"

export const middleware: Route.MiddlewareFunction[] = [guard("letters")]

/** What there is to put into a letter: `?kind=episode` of one kind, `?q=` searches. */
export async function loader({ url }: Route.LoaderArgs) {
  const kind = BLOCK_KINDS.find((one) => one === url.searchParams.get("kind"))
  if (!kind) throw data("Contenu inconnu", { status: 400 })
  return Response.json(await findBlocks(kind, parseSearch(url.searchParams.get("q"))))
}
