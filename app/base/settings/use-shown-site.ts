import { isRouteErrorResponse, useRouteError, useRouteLoaderData } from "react-router"
import type { ShownSite } from "./shown-site.server.ts"

/** What every page shows of the site: loaded by the root or, where an address is refused before that, sent with the refusal. */
export function useShownSite(): ShownSite | undefined {
  const loaded = useRouteLoaderData<ShownSite>("root")
  const error = useRouteError()
  return loaded ?? (isRouteErrorResponse(error) ? error.data?.site : undefined)
}
