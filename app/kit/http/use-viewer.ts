import { useRouteLoaderData } from "react-router"
import type { Person } from "#app/kit/lib/rights.ts"

/** What the root's loader tells every page of who is signed in. */
export type ShownViewer = Person & { id: string }

/** Who is signed in on this page, if anybody: enough to show what they may open, never a protection. */
export function useViewer() {
  return useRouteLoaderData<{ viewer: ShownViewer | null }>("root")?.viewer ?? null
}
