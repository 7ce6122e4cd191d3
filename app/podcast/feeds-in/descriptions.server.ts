import { MAX_DESCRIPTION_CHARACTERS } from "./feed-limits.ts"
import { htmlToMarkdown } from "#app/kit/lib/from-html/html-to-markdown.ts"
import type { RawItem } from "./raw-item.ts"

/**
 * The description of an item as Markdown and the first image met in it. `content:encoded` comes first, then
 * `description`, then `itunes:summary`; a later one is taken only if it says more than twice as much.
 */
export function pickDescription({ texts }: RawItem) {
  let markdown = ""
  let image: string | null = null
  for (const key of ["content:encoded", "rss:description", "itunes:summary", "itunes:subtitle"]) {
    const source = (texts.get(key) ?? "").slice(0, MAX_DESCRIPTION_CHARACTERS)
    if (source.length <= markdown.length * 2) continue
    const converted = htmlToMarkdown(source)
    image ??= converted.image
    if (converted.markdown.length > markdown.length * 2) markdown = converted.markdown
  }
  return { markdown, image }
}
