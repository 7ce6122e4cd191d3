import type { MiddlewareFunction } from "react-router"
import { requestContext } from "../lib/request-context.server.ts"

/** Has the request measured by the pattern of its route (server/measures.ts). */
export const noteRoute: MiddlewareFunction<Response> = ({ pattern }, next) => {
  const context = requestContext.getStore()
  if (context) context.route = `/${pattern.replace(/^\//, "")}`
  return next()
}
