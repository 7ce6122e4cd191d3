import { useEffect, useEffectEvent } from "react"
import type { MediaKind } from "#app/kit/lib/media.ts"

/** A field that takes a file of its kind which is dropped, or pasted, anywhere on its page. */
type DropTarget = {
  /** `audio` of `audio/mpeg`: while files are held over a page, browsers say no more of them. */
  kind: MediaKind
  /** « Le son de cet épisode ». */
  says: string
  take: (file: File) => void
}

const targets = new Set<DropTarget>()

/** Has a field take what is dropped anywhere on its page, as long as it is there; without words it does not. */
export function useDropTarget({ kind, says = "", take }: Omit<DropTarget, "says"> & { says?: string }) {
  const taken = useEffectEvent(take)
  useEffect(() => {
    if (!says) return
    const target: DropTarget = { kind, says, take: (file) => taken(file) }
    targets.add(target)
    return () => void targets.delete(target)
  }, [kind, says])
}

/**
 * @param file one that was dropped, or, while files are held over the page, only its MIME type: of subtitles most systems know
 *   none
 */
export function dropTargetOf({ type, name = "" }: { type: string; name?: string }) {
  const isSubtitles = /\.(vtt|srt)$/i.test(name) || type.endsWith("subrip") || (type === "" && name === "")
  return [...targets].find(({ kind }) => type.startsWith(`${kind}/`) || (kind === "text" && isSubtitles))
}
