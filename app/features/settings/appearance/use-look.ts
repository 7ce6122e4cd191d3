import { useRouteLoaderData } from "react-router"
import type { ShownLook } from "./look.server.ts"

/** How the public pages look, where that is not the fight poster. */
export function useLook(): ShownLook {
  return useRouteLoaderData<{ look: ShownLook }>("root")?.look ?? null
}
