import type { HeadersArgs } from "react-router"

/** A route's `headers`: what its action or loader set reaches the browser with a whole page too. */
export function responseHeaders({ actionHeaders, loaderHeaders, errorHeaders }: HeadersArgs) {
  return errorHeaders ?? (actionHeaders.has("Retry-After") ? actionHeaders : loaderHeaders)
}
