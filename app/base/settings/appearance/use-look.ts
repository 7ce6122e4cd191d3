import { useShownSite } from "../use-shown-site.ts"
import type { ShownLook } from "./look.server.ts"

/** How the public pages look, where that is not the fight poster. */
export function useLook(): ShownLook {
  return useShownSite()?.look ?? null
}
