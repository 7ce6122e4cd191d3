import { type RefObject, useState } from "react"
import { toMarkdown } from "../markdown/commands.ts"
import { isInserted, INSERTED, spellLeftOut, STILL_SENDING } from "../markdown/use-insert-media.ts"
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
  const [sending, setSending] = useState(0)
  const [notice, setNotice] = useState("")

  // Saved now, the text would be without them.
  useHeldSubmit(area, sending > 0, () => {
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

  return {
    notice,
    setNotice,
    insert,
    source: source && {
      pick: () => insert(async () => toText(await source.pick({ kinds: INSERTED, isMany: true }))),

      upload: (files: readonly File[]) =>
        insert(async () => {
          setNotice(`Envoi de ${files.length > 1 ? `${files.length} fichiers` : files[0]?.name}…`)
          setSending((before) => before + 1)
          const media = (await source.upload(files).catch(() => [])).filter(isInserted)
          setSending((before) => before - 1)
          setNotice(spellLeftOut(files.length - media.length))
          return toText(media)
        }),
    },
  }
}

const toText = (media: PickedMedium[]) => (media.length > 0 ? media.map(toMarkdown).join("\n\n") : undefined)

const NOT_INSERTED = "L’insertion n’a pas abouti\u00a0: vérifiez votre connexion, puis réessayez."
