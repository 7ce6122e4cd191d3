import { useCallback, useRef, useState } from "react"
import type { MediaSource, PickedMedium } from "#app/kit/form/media-source.ts"
import { Dialog } from "#app/kit/ui/dialog.tsx"
import { Picker } from "./picker.tsx"

type Wanted = Parameters<MediaSource["pick"]>[0]

/**
 * The dialog in which one chooses from the library.
 *
 * @returns `pick` opens it; `picker` is to be shown once, inside the `MediaSourceContext` and outside all forms
 */
export function usePicker(): { pick: MediaSource["pick"]; picker: React.ReactNode } {
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const answer = useRef<(media: PickedMedium[]) => void>(undefined)

  const close = (media: PickedMedium[]) => {
    answer.current?.(media)
    answer.current = undefined
    setWanted(null)
  }
  const pick = useCallback(
    (next: Wanted) =>
      new Promise<PickedMedium[]>((resolve) => {
        // Who asked before gets nothing.
        answer.current?.([])
        answer.current = resolve
        setWanted(next)
      }),
    [],
  )
  return {
    pick,
    picker: (
      <Dialog
        isOpen={wanted !== null}
        onClose={() => close([])}
        title={wanted?.isMany ? "Choisir des médias" : "Choisir un média"}
        isWide
      >
        {wanted && <Picker {...wanted} onDone={close} />}
      </Dialog>
    ),
  }
}
