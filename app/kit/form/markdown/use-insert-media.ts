import { type RefObject, useRef, useState } from "react"
import { type PickedMedium, useMediaSource } from "../media-source.ts"
import { useHeldSubmit } from "../use-held-submit.ts"
import { applyEdit, askBeside, replaceText, selectedIn } from "./apply-edit.ts"
import { insertBlock, toMarkdown } from "./commands.ts"

export const INSERTED = ["image", "audio", "video"] as const
let count = 0

/** Puts pictures, sounds and films into a text: from the library, or from files that go there first. */
export function useInsertMedia(area: RefObject<HTMLTextAreaElement | null>) {
  const source = useMediaSource()
  const [sending, setSending] = useState(0)
  const [notice, setNotice] = useState("")
  /** While letters are being composed: the text must not change under them. */
  const composition = useRef<PromiseWithResolvers<void>>(undefined)

  // Saved now, the text would be published with a placeholder in it.
  useHeldSubmit(area, sending > 0, () => {
    setNotice(STILL_SENDING)
    area.current?.focus()
  })

  const insert = (text: string) => {
    const edit = area.current && insertBlock(selectedIn(area.current), text)
    if (area.current && edit) applyEdit(area.current, edit)
    return edit?.insert ?? ""
  }

  return {
    notice,
    setNotice,
    composing: {
      onCompositionStart: () => void (composition.current = Promise.withResolvers()),
      onCompositionEnd: () => {
        composition.current?.resolve()
        composition.current = undefined
      },
    },
    source: source && {
      async pick() {
        const media = await askBeside(area.current, () => source.pick({ kinds: INSERTED, isMany: true }))
        if (media.length > 0) insert(toText(media))
      },

      /** What it will be stands in the text meanwhile, so that one can go on writing. */
      async upload(files: readonly File[]) {
        const name = files[0]?.name ?? ""
        const what = files.length > 1 ? `${files.length} fichiers` : name.replace(/[[\]()\\]/g, "")
        const placeholder = `[Envoi de ${what} (${(count += 1)})…]`
        const inserted = insert(placeholder)
        if (sending === 0) setNotice("")
        setSending((before) => before + 1)
        const media = (await source.upload(files).catch(() => [])).filter(isInserted)
        await composition.current?.promise
        setSending((before) => before - 1)
        const leftOut = spellLeftOut(files.length - media.length)
        // What is said of another file stays.
        setNotice((before) => leftOut || (before === STILL_SENDING ? "" : before))
        if (!area.current) return
        // With nothing to show, its empty lines go, too.
        if (media.length === 0 && replaceText(area.current, inserted, "")) return
        replaceText(area.current, placeholder, toText(media))
      },
    },
  }
}

const toText = (media: PickedMedium[]) => media.map(toMarkdown).join("\n\n")
export const isInserted = ({ kind }: PickedMedium) => INSERTED.some((one) => one === kind)

function spellLeftOut(left: number) {
  if (left <= 0) return ""
  const what = left === 1 ? "1 fichier n’a pas été inséré" : `${left} fichiers n’ont pas été insérés`
  return `${what}\u00a0: la liste des envois dit pourquoi.`
}

export const STILL_SENDING =
  "Un fichier est encore en cours d’envoi\u00a0: enregistrez quand il sera dans le texte, ou annulez-le."
