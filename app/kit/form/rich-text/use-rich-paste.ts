import type { RefObject } from "react"
import type { ReadPicture } from "#app/kit/lib/from-html/pasted-html.ts"
import { mediaKey } from "#app/kit/lib/media.ts"
import { countPictures, hasForm, isWebAddress, spellPictures } from "../markdown/paste.ts"
import type { MediaSource } from "../media-source.ts"
import { askRichText } from "./ask-rich-text.ts"
import type { PastedPicture } from "./coming.ts"
import type { Editor } from "./editor.ts"

/**
 * What is pasted into a text that is shown as it will be read: an address over a selection makes a link of it, what has a form
 * or Markdown's signs comes as the server reads it, and its pictures by themselves. All else is the editor's.
 *
 * @param send takes a picture into the library, which somebody may not
 * @param onNotice what the writer should know, in French; mostly nothing
 */
export function useRichPaste(
  editor: RefObject<Editor | undefined>,
  send: MediaSource["send"] | undefined,
  onNotice: (text: string) => void,
) {
  const put = async (markdown: string, plain: string) => {
    const doc = await askRichText(markdown)
    if (doc) editor.current?.paste(doc)
    else editor.current?.typeText(plain)
  }
  const putHtml = async (html: string, plain: string) => {
    const { markdown, pictures, left } = await readHtml(html, send !== undefined)
    const text = markdown || plain
    const doc = text === "" ? undefined : await askRichText(text)
    onNotice(spellPictures(doc ? left : countPictures(html)))
    if (!doc) return editor.current?.typeText(plain)
    const taken = send ? pictures.map((each) => [each.mark, takePicture(send, each)] as const) : []
    editor.current?.paste(doc, new Map(taken))
  }
  return (pasted: DataTransfer) => {
    const plain = pasted.getData("text/plain")
    const html = pasted.getData("text/html")
    const address = plain.trim()
    onNotice("")
    if (isWebAddress(address) && editor.current && !editor.current.view.state.selection.empty) {
      editor.current.setLink(address)
      return true
    }
    if (html.includes("data-pm-slice")) return false
    if (hasForm(html) || countPictures(html) > 0) {
      void putHtml(html, plain)
      return true
    }
    if (!SIGNS.test(plain.slice(0, 100_000))) return false
    void put(plain, plain)
    return true
  }
}

/** Loaded with the first paste; without a network the text comes as it is. */
function readHtml(html: string, hasPictures: boolean) {
  return import("#app/kit/lib/from-html/pasted-html.ts").then(
    ({ pastedToMarkdown, readPasted }) =>
      (hasPictures ? readPasted(html) : undefined) ?? {
        markdown: pastedToMarkdown(html),
        pictures: [],
        left: countPictures(html),
      },
    () => ({ markdown: undefined, pictures: [], left: countPictures(html) }),
  )
}

function takePicture(send: MediaSource["send"], { from, alt }: ReadPicture): PastedPicture {
  if (from instanceof File) return { alt, transfer: send(from) }
  const { origin, pathname, hostname } = new URL(from)
  // This site's own are in the library.
  if (origin === location.origin && mediaKey(pathname)) return { alt, src: pathname }
  const file = /[^/]{1,60}\.\w{2,5}$/.exec(pathname)?.[0]
  return { alt, transfer: send({ address: from, name: alt || file || hostname }) }
}

/** What Markdown says with signs, and no person otherwise; an address alone may play. */
const SIGNS =
  /^(?:#{1,6} |> |[-*+] |\d{1,3}[.)] |```|https?:\/\/\S{1,500}$)|\*\*[^*\n]{1,200}\*\*|\[[^\]\n]{1,200}\]\([^)\s]{1,500}\)/m
