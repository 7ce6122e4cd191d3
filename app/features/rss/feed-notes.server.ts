import { renderMarkdown } from "#app/lib/markdown.server.ts"
import { toHtml } from "#app/lib/markdown/render.ts"
import { directoryHtml, withWholeAddresses } from "./directory-html.ts"
import type { FeedEpisode } from "./feed-episodes.server.ts"
import type { FeedNotes } from "./write-item.ts"

/** Longer ones are rendered in another thread. In characters. */
const SHORT = 5_000

/** What an episode says at length, as HTML: description, credits and links. */
export async function feedNotes(episode: FeedEpisode, publicUrl: string): Promise<FeedNotes> {
  const markdown = textOf(episode)
  if (markdown === "") return { short: "", full: "" }
  // Not by way of what remembers the texts of pages: there are too many here.
  const html = markdown.length <= SHORT ? toHtml(markdown) : await renderMarkdown(markdown)
  const short = directoryHtml(html, publicUrl)
  const full = short.isWhole ? "" : withWholeAddresses(html, publicUrl)
  return { short: short.html, full }
}

function textOf({ description, credits, links }: FeedEpisode) {
  const listed = links
    .filter(({ url }) => /^https?:/i.test(url))
    .map(({ label, url }) => `- [${plain(label)}](<${url}>)`)
  const parts = [
    description,
    credits && `**Crédits**\n\n${credits}`,
    listed.length > 0 && `**Liens**\n\n${listed.join("\n")}`,
  ]
  return parts.filter(Boolean).join("\n\n").trim()
}

/** Text that is no Markdown. */
function plain(text: string) {
  return text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>&!~#|]/g, "\\$&")
}
