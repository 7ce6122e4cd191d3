import { type RefObject, useState } from "react"
import { toMarkdown } from "../markdown/commands.ts"
import { INSERTED, STILL_SENDING } from "../markdown/use-insert-media.ts"
import { type PickedMedium, useMediaSource } from "../media-source.ts"
import { useHeldSubmit } from "../use-held-submit.ts"
import { askRichText } from "./ask-rich-text.ts"
import type { Editor } from "./editor.ts"

/** Puts pictures, sounds and films into a text that is shown as it will be read. */
export function useRichMedia(
  editor: RefObject<Editor | undefined>,
  area: RefObject<HTMLTextAreaElement | null>,
) {
  const source = useMediaSource()
  const [coming, setComing] = useState(0)
  const [notice, setNotice] = useState("")

  // Saved now, the text would be without them.
  useHeldSubmit(area, coming > 0, () => {
    setNotice(STILL_SENDING)
    editor.current?.focus()
  })

  /** Where one writes now, once it is known what. */
  const insert = async (find: () => Promise<string | undefined>) => {
    const put = editor.current?.hold()
    const markdown = await find()
    const doc = markdown === undefined ? undefined : await askRichText(markdown)
    if (markdown !== undefined && !doc) setNotice(NOT_INSERTED)
    put?.(doc)
    if (!doc) editor.current?.focus()
  }

  const bring = (files: readonly File[]) => {
    if (!source) return
    setNotice("")
    editor.current?.bring(files.map((file) => ({ transfer: source.send(file) })))
  }

  return {
    notice,
    setNotice,
    insert,
    bring,
    setComing,
    source: source && {
      send: source.send,
      pick: () =>
        insert(async () => toText(await source.pick({ kinds: INSERTED, isMany: true, onFiles: bring }))),
    },
  }
}

const toText = (media: PickedMedium[]) => (media.length > 0 ? media.map(toMarkdown).join("\n\n") : undefined)

const NOT_INSERTED = "L’insertion n’a pas abouti\u00a0: vérifiez votre connexion, puis réessayez."
