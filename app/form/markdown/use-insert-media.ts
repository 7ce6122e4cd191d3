import type { RefObject } from "react"
import { type PickedMedium, useMediaDesk } from "../media-desk.ts"
import { applyEdit, replaceText, selectedIn } from "./apply-edit.ts"
import { insertBlock, toMarkdown } from "./commands.ts"

const INSERTED = ["image", "audio", "video"] as const
let count = 0

/** Puts pictures, sounds and films into a text: from the library, or from files that go there first. */
export function useInsertMedia(area: RefObject<HTMLTextAreaElement | null>) {
  const desk = useMediaDesk()

  const insert = (text: string) => {
    if (area.current) applyEdit(area.current, insertBlock(selectedIn(area.current), text))
  }
  const toText = (media: PickedMedium[]) => media.map(toMarkdown).join("\n\n")

  return (
    desk && {
      async pick() {
        const media = await desk.pick({ kinds: INSERTED, isMany: true })
        if (media.length > 0) insert(toText(media))
        else area.current?.focus()
      },

      /** What it will be stands in the text meanwhile, so that one can go on writing. */
      async upload(files: readonly File[]) {
        const name = files[0]?.name ?? ""
        const what = files.length > 1 ? `${files.length} fichiers` : name.replace(/[[\]()\\]/g, "")
        const placeholder = `[Envoi de ${what} (${(count += 1)})…]`
        insert(placeholder)
        const media = await desk.upload(files).catch(() => [])
        if (area.current) replaceText(area.current, placeholder, toText(media))
      },
    }
  )
}
