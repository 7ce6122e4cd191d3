import { toHtml, toPlainHtml, toText } from "./markdown/render.ts"
import { createWorkerThread } from "./worker-thread.server.ts"

/** In characters; nearly every text is shorter. */
const SHORT = 5_000
/** Takes some milliseconds to render, whatever is in it. */
export const isQuick = (markdown: string) => markdown.length <= SHORT

/**
 * Markdown as safe HTML: line breaks kept, raw HTML shown as text, only `http:`, `https:` and `mailto:` links. A long text is
 * rendered in another thread: none holds up the site.
 *
 * @param markdown a description or content as the hosts (or a feed) wrote it
 */
export const renderMarkdown = async (markdown: string) =>
  (await renderInFull(markdown)) ?? toPlainHtml(markdown)

/** How long a text that could not be rendered is shown as it was written. */
const REST_MS = 60_000

const renderInFull = remember(async (markdown: string) => {
  if (isQuick(markdown)) return toHtml(markdown)
  const html = await renderInWorker(markdown)
  // It is tried again, and not for each visitor who comes meanwhile.
  if (html === undefined) setTimeout(renderInFull.forget, REST_MS, markdown).unref()
  return html
})

/**
 * Renders a text in a thread of its own, one after the other, so that nobody else waits for it.
 *
 * @returns undefined when the text takes too long, or too much memory
 */
const renderInWorker = createWorkerThread<string, string>("markdown-worker")

/**
 * Markdown as one line of plain text, for cards and descriptions.
 *
 * @param maxLength in characters; a longer text is cut at a word and ends with an ellipsis
 */
export const toPlainText = remember((markdown: string, maxLength: number) => {
  // A card never needs more of a long text than this; what follows would be rendered for nothing.
  const isWhole = markdown.length <= maxLength * 4
  const text = toText(isWhole ? markdown : withoutUnfinishedLink(cutAt(markdown, maxLength * 4)))
  if (text.length <= maxLength) return isWhole ? text : `${text}…`
  const cut = cutAt(text, maxLength)
  const lastWord = cut.lastIndexOf(" ")
  return `${cut.slice(0, lastWord > maxLength / 2 ? lastWord : maxLength).trimEnd()}…`
})

/** A link that is cut would show its address. */
function withoutUnfinishedLink(text: string) {
  const target = text.lastIndexOf("](")
  if (target === -1 || text.includes(")", target)) return text
  const label = text.lastIndexOf("[", target)
  return label === -1 ? text : text.slice(0, label).replace(/!$/, "")
}

/** Not in the middle of an emoji. */
function cutAt(text: string, length: number) {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, "")
}

/** Of the texts whose result is remembered, all together: the contents of the pages people read now. */
const REMEMBERED_CHARACTERS = 3_000_000

/** The result depends on the text alone, so it is made once while the text is among the latest. */
function remember<Rest extends number[], Result>(make: (markdown: string, ...rest: Rest) => Result) {
  const known = new Map<string, Result>()
  let size = 0
  const keyOf = (markdown: string, ...rest: Rest) => `${rest.join()}:${markdown}`
  const forget = (key: string) => {
    if (known.delete(key)) size -= key.length
  }
  const recall = (markdown: string, ...rest: Rest) => {
    const key = keyOf(markdown, ...rest)
    const result = known.get(key) ?? make(markdown, ...rest)
    if (!known.delete(key)) size += key.length
    known.set(key, result)
    for (const oldest of known.keys()) {
      if (size <= REMEMBERED_CHARACTERS) break
      forget(oldest)
    }
    return result
  }
  return Object.assign(recall, {
    forget: (markdown: string, ...rest: Rest) => forget(keyOf(markdown, ...rest)),
  })
}
