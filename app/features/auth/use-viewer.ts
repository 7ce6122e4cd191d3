import { useRouteLoaderData } from "react-router"
import type { loader } from "../../root.tsx"

/** Who is signed in on this page, if anybody: enough to show what they may open, never a protection. */
export function useViewer() {
  return useRouteLoaderData<typeof loader>("root")?.viewer ?? null
}
