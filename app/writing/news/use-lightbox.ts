import { useSyncExternalStore } from "react"
import { useLocation, useNavigate } from "react-router"

/**
 * Which image or video is open in full size. It is in the address, after the `#`: the browser's Back closes it, and a
 * copied address opens it.
 */
export function useLightbox() {
  const { search, hash, state } = useLocation()
  const navigate = useNavigate()
  // The server is never told of it: it opens once the page is the browser's.
  const isInBrowser = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  const go = (to: string, options: { replace: boolean; state?: unknown }) =>
    // At once: keys may come faster than transitions end.
    void navigate({ search, hash: to }, { preventScrollReset: true, flushSync: true, ...options })

  return {
    openKey: isInBrowser && isLightboxHash(hash) ? hash.slice(PREFIX.length) : undefined,
    askedKey: (state as Opened | null)?.askedKey,
    open: (key: string) => go(PREFIX + key, { replace: false, state: { askedKey: key } satisfies Opened }),
    show: (key: string) => go(PREFIX + key, { replace: true, state }),
    /** Back to the page as it was before; who came by a copied address stays on the same entry of the history. */
    close: () => (state === null ? go("", { replace: true }) : void navigate(-1)),
  }
}

export const isLightboxHash = (hash: string) => hash.startsWith(PREFIX)

/** Then the key of a `ShownMedium`. */
const PREFIX = "#media-"
/** What the history knows of one that was opened by a press. */
type Opened = { askedKey: string }
