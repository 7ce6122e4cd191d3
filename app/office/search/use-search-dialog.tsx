import type { TypeEntry } from "#app/content/managed-type.ts"
import { useEffect, useEffectEvent, useRef, useState } from "react"
import { useLocation } from "react-router"
import { useViewer } from "#app/kit/http/use-viewer.ts"
import type { ColorScheme } from "#app/kit/http/color-scheme.ts"
import { showToast } from "#app/kit/http/client-toast.ts"
import { failureText } from "#app/kit/ui/error-page.tsx"
import type { SearchDialog } from "./search-dialog.tsx"

/** Fetched when it is opened for the first time, or about to be. */
export const loadSearchDialog = () => import("./search-dialog.tsx")

/**
 * The search of the whole back office, by Ctrl or Meta plus K where nothing else answers that.
 *
 * @returns `open`, and the dialog, to be shown once outside all forms
 */
export function useSearchDialog(types: TypeEntry[], onChooseScheme: (scheme: ColorScheme) => void) {
  const viewer = useViewer()
  const [Loaded, setLoaded] = useState<typeof SearchDialog>()
  const [isOpen, setIsOpen] = useState(false)

  const open = async () => {
    try {
      const { SearchDialog: dialog } = await loadSearchDialog()
      setLoaded(() => dialog)
      setIsOpen(true)
    } catch {
      showToast({ kind: "error", title: "Impossible d’ouvrir la recherche", description: failureText() })
    }
  }
  useSearchShortcut(() => void open())
  useFocusOnArrival(isOpen)

  const dialog = isOpen && Loaded && viewer && (
    <Loaded viewer={viewer} types={types} onChooseScheme={onChooseScheme} onClose={() => setIsOpen(false)} />
  )
  return { open: () => void open(), dialog }
}

function useSearchShortcut(open: () => void) {
  const onShortcut = useEffectEvent((event: KeyboardEvent) => {
    const isShortcut = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)
    // In the editor it makes a link; a dialog is answered first.
    if (!isShortcut || event.defaultPrevented || event.altKey || event.shiftKey) return
    if (document.querySelector(":modal")) return
    event.preventDefault()
    if (!event.repeat) open()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onShortcut(event)
    document.addEventListener("keydown", listener)
    return () => document.removeEventListener("keydown", listener)
  }, [])
}

/** Whoever the search led to another page goes on in its content, not in what they left. */
function useFocusOnArrival(isOpen: boolean) {
  const { key } = useLocation()
  const openedAt = useRef<string>(undefined)
  useEffect(() => {
    if (isOpen) {
      openedAt.current = key
      return
    }
    if (openedAt.current === undefined || openedAt.current === key) return
    openedAt.current = undefined
    const content = document.getElementById("contenu")
    // A form may have taken it already.
    if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true })
  }, [isOpen, key])
}
