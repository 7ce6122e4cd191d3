import { guard } from "#app/accounts/auth/guard.server.ts"
import { MAX_PICTURES } from "./checklist.ts"
import { listUndescribed } from "./undescribed.server.ts"
import type { Route } from "./+types/undescribed.route"

export const middleware: Route.MiddlewareFunction[] = [guard("writing")]

/** Of the library's pictures that an episode's form shows (`?keys=`), those that nobody described. */
export async function loader({ url }: Route.LoaderArgs) {
  const asked = (url.searchParams.get("keys") ?? "").split(",", MAX_PICTURES)
  const keys = asked.filter((key) => /^[\w-]{22}$/.test(key))
  return Response.json(await listUndescribed([...new Set(keys)]))
}
