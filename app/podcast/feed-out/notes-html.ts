import { toHtml } from "#app/kit/lib/markdown/render.ts"
import { directoryHtml, withWholeAddresses } from "./directory-html.ts"

/** What an episode says at length: `short` for directories, `full` where that leaves something out. */
export type FeedNotes = { short: string; full: string }

/** @param html of Markdown, unless it is still to be rendered */
export function notesOf(markdown: string, publicUrl: string, html = toHtml(markdown)): FeedNotes {
  const short = directoryHtml(html, publicUrl)
  return { short: short.html, full: short.isWhole ? "" : withWholeAddresses(html, publicUrl) }
}
