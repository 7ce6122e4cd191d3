import { useSyncExternalStore } from "react"
import { useLocation } from "react-router"
import { parseLinkTime } from "./link-times.ts"

/** Where the link that led here begins, in seconds. The server does not say it: the page is one, whatever the link. */
export function useLinkTime() {
  const { search } = useLocation()
  return useSyncExternalStore(
    subscribeToNothing,
    () => parseLinkTime(search),
    () => undefined,
  )
}

const subscribeToNothing = () => () => {}
