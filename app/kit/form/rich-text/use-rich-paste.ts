import type { RefObject } from "react"
import { hasForm, isWebAddress, spellPictures } from "../markdown/paste.ts"
import { askRichText } from "./ask-rich-text.ts"
import type { Editor } from "./editor.ts"

/**
 * What is pasted into a text that is shown as it will be read: an address over a selection makes a link of it, what has a form
 * or Markdown's signs comes as the server reads it. All else is the editor's.
 *
 * @param onNotice what the writer should know, in French; mostly nothing
 */
export function useRichPaste(editor: RefObject<Editor | undefined>, onNotice: (text: string) => void) {
  const put = async (markdown: string, plain: string) => {
    const doc = await askRichText(markdown)
    if (doc) editor.current?.paste(doc)
    else editor.current?.typeText(plain)
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
    if (hasForm(html)) {
      onNotice(spellPictures(html))
      void toMarkdown(html, plain).then((markdown) => put(markdown, plain))
      return true
    }
    if (!SIGNS.test(plain.slice(0, 100_000))) return false
    void put(plain, plain)
    return true
  }
}

/** Loaded with the first paste; without a network the text comes as it is. */
function toMarkdown(html: string, plain: string) {
  return import("#app/kit/lib/from-html/pasted-html.ts").then(
    ({ pastedToMarkdown }) => pastedToMarkdown(html) || plain,
    () => plain,
  )
}

/** What Markdown says with signs, and no person otherwise; an address alone may play. */
const SIGNS =
  /^(?:#{1,6} |> |[-*+] |\d{1,3}[.)] |```|https?:\/\/\S{1,500}$)|\*\*[^*\n]{1,200}\*\*|\[[^\]\n]{1,200}\]\([^)\s]{1,500}\)/m
