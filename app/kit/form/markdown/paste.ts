import { isAddress } from "#app/kit/lib/addresses.ts"
import { applyEdit, selectedIn } from "./apply-edit.ts"
import { insertLink, insertText } from "./commands.ts"

/**
 * What is pasted into a text: an address over a selection makes a link of it, what has a form of its own becomes Markdown.
 * All else is the browser's.
 *
 * @returns what the writer should know, in French; mostly nothing
 */
export function pasteInto(area: HTMLTextAreaElement, event: React.ClipboardEvent) {
  const plain = event.clipboardData.getData("text/plain")
  const address = plain.trim()
  const { text, start, end } = selectedIn(area)
  const chosen = text.slice(start, end)
  if (chosen.trim() !== "" && isWebAddress(address) && !isWebAddress(chosen.trim())) {
    event.preventDefault()
    applyEdit(area, insertLink({ text, start, end }, address))
    return ""
  }
  const html = event.clipboardData.getData("text/html")
  if (!hasForm(html)) return ""
  event.preventDefault()
  void insertHtml(area, html, plain)
  return spellPictures(countPictures(html))
}

/** Pictures that are not taken: into this text none, whose place among its signs could not be kept. */
export function countPictures(html: string) {
  // Word names each once more in a comment.
  const [start = "", ...others] = html.split("<!--")
  const shown = [start, ...others.map((part) => part.split("-->").slice(1).join(""))].join("")
  return shown.match(/<img\b/gi)?.length ?? 0
}

export function spellPictures(count: number) {
  if (count === 0) return ""
  return count === 1
    ? "1 image n’a pas été collée\u00a0: ajoutez son fichier."
    : `${count} images n’ont pas été collées\u00a0: ajoutez leurs fichiers.`
}

async function insertHtml(area: HTMLTextAreaElement, html: string, plain: string) {
  // Loaded with the first paste; without a network the text comes as it is.
  const markdown = await import("#app/kit/lib/from-html/pasted-html.ts").then(
    ({ pastedToMarkdown }) => pastedToMarkdown(html) || plain,
    () => plain,
  )
  applyEdit(area, insertText(selectedIn(area), markdown))
}

export const isWebAddress = (text: string) => /^https?:/i.test(text) && isAddress(text, text)

/** Code editors copy their colours, which are no form: Markdown copied from one stays what it is. */
export function hasForm(html: string) {
  const start = html.slice(0, 200_000)
  if (isCode(start)) return false
  return /<(?:b|strong|i|em|a|h[1-6]|ul|ol|blockquote|table|hr)[\s>]|font-weight:\s*(?:bold|[6-9]00)|font-style:\s*italic|MsoListParagraph/i.test(
    start,
  )
}

/** Google Docs says `white-space:pre;white-space:pre-wrap`, and browsers so of a tab. */
function isCode(html: string) {
  if (/docs-internal-guid|Apple-tab-span/.test(html)) return false
  const isPre = /^(?:\s|<meta[^>]{0,200}>|<!--\w+-->|<\/?(?:html|head|body)>)*<pre\b/i.test(html)
  return isPre || /white-space:\s*pre\s*[;"'](?!\s*white-space)|class="?vscode/i.test(html)
}

/** Files that are pasted or dropped; with a text beside them they are its picture, as Word and spreadsheets send one. */
export function filesOf(transfer: DataTransfer) {
  const html = transfer.getData("text/html")
  const isOnlyPicture =
    html === "" || /^(?:\s|<meta[^>]{0,200}>|<!--\w+-->|<\/?(?:html|body)>)*<img\b[^>]*>/i.test(html)
  return isOnlyPicture ? [...transfer.files] : []
}
