import { useCallback, useMemo, useRef, useState } from "react"
import { dropTargetOf } from "#app/kit/form/page-drop.ts"
import { type MediaSource, MediaSourceContext, type PickedMedium } from "#app/kit/form/media-source.ts"
import { Dialog } from "#app/kit/ui/dialog.tsx"
import { useHasScripts } from "#app/kit/ui/use-has-scripts.ts"
import { copyIntoLibrary } from "../copy/copy-into-library.ts"
import { upload } from "../upload/upload-queue.ts"
import { usePageFiles } from "../upload/use-page-files.ts"
import { Picker } from "./picker.tsx"
import { sendFile, sendPicture } from "./transfers.ts"

type Props = {
  isAllowed: boolean
  /** Called with what was dropped on the page, once it is in the library. */
  onDropped?: (media: PickedMedium[]) => void
  /** What becomes of files of these MIME types where no field takes them, if that is more than lying in the library. */
  dropSays?: (types: string[]) => string | undefined
  children: React.ReactNode
}

/** Gives the back office's forms the library: to choose from it, and to send files into it. For who may write there. */
export function MediaSourceProvider({ isAllowed, onDropped, dropSays, children }: Props) {
  const hasScripts = useHasScripts()
  const { pick, picker } = usePicker()
  const source = useMemo(
    () => (isAllowed && hasScripts ? { pick, upload, send, copy: copyIntoLibrary } : null),
    [isAllowed, hasScripts, pick],
  )
  const over = usePageFiles(source !== null, (files) => {
    // One of each kind goes to its field, the rest into the library.
    const used = new Set<ReturnType<typeof dropTargetOf>>([undefined])
    const others = files.filter((file) => {
      const target = dropTargetOf(file)
      if (used.has(target)) return true
      used.add(target)
      target?.take(file)
      return false
    })
    if (others.length > 0) void upload(others).then(onDropped)
  })

  return (
    <MediaSourceContext value={source}>
      {children}
      {source && (
        <>
          {picker}
          {over !== undefined && (
            <div aria-hidden className="page-drop">
              <p>{saysOf(over.split(","), dropSays)}</p>
            </div>
          )}
        </>
      )}
    </MediaSourceContext>
  )
}

const send: MediaSource["send"] = (what) => (what instanceof File ? sendFile(what) : sendPicture(what))

/** Before one lets go: where it goes. */
function saysOf(types: string[], dropSays: Props["dropSays"]) {
  const fields = new Set(types.map((type) => dropTargetOf({ type })?.says))
  const [field] = fields
  return (fields.size === 1 && field) || dropSays?.(types) || "Déposez vos fichiers dans la médiathèque"
}

type Wanted = Parameters<MediaSource["pick"]>[0]

/**
 * The dialog in which one chooses from the library.
 *
 * @returns `pick` opens it; `picker` is to be shown once, inside the `MediaSourceContext` and outside all forms
 */
function usePicker(): { pick: MediaSource["pick"]; picker: React.ReactNode } {
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
