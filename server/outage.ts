import type { MiddlewareHandler } from "hono"
import { requestContext } from "#app/kit/lib/request-context.server.ts"

/** In seconds: about as long as a database server takes to start. */
const RETRY_AFTER = "5"
const TEXT = "Le site ne peut pas répondre pour l’instant. Réessayez dans quelques secondes."

/** What fails only because the database does not answer is not broken: it can be asked again soon. */
export const tellOutages: MiddlewareHandler = async (c, next) => {
  await next()
  if (c.res.status < 500 || !requestContext.getStore()?.isDatabaseDown) return
  const { headers } = c.res
  // Pages and data say it in their own way; the plain text of what has none is React Router's, in English.
  const isPlain = headers.get("Content-Type")?.startsWith("text/plain") ?? true
  c.res = new Response(isPlain ? TEXT : c.res.body, { status: 503, headers })
  c.header("Retry-After", RETRY_AFTER)
}
