import { useRefresh } from "#app/kit/ui/use-refresh.ts"
import { findUnsaved } from "./unsaved.ts"

const EVERY_MS = 4_000

/** Asks again from time to time while something is under way, but not under somebody's hands who is typing. */
export function useFreshState(isUnderWay: boolean) {
  useRefresh(isUnderWay ? EVERY_MS : null, () => findUnsaved().length === 0)
}
