import { articleToMarkdown } from "#app/kit/lib/from-html/article-to-markdown.ts"
import { expandBlocks, hasBlocks } from "./blocks.ts"
import { expandShortcodes } from "./shortcodes.ts"

/**
 * A text of WordPress as Markdown, of either of its editors: blocks are HTML; in a classic text each line is one, and an empty line
 * parts two paragraphs.
 *
 * @param site its address, for what is linked to by paths alone
 * @param sound what the text is an episode of: players of it go
 */
export function contentToMarkdown(content: string, { site, sound }: { site: string; sound: string | null }) {
  const isClassic = !hasBlocks(content)
  const blocks = isClassic
    ? { html: content.replace(LONE_ADDRESS, "\n$1\n"), losses: [] }
    : expandBlocks(content, sound)
  const { html, losses } = expandShortcodes(blocks.html, sound)
  const article = articleToMarkdown(html, {
    base: site ? `${site}/` : undefined,
    isOurs: (address) => /^import:\d{1,15}$/.test(address),
    keepsLines: isClassic,
  })
  return {
    markdown: article.markdown
      .split("\n\n")
      .filter((block) => !sound || block !== sound)
      .join("\n\n"),
    losses: [...blocks.losses, ...losses, ...article.losses],
  }
}

/** Such a line is a player in WordPress. */
const LONE_ADDRESS = /^[ \t]*(https?:\/\/[^\s<>"[\]]+)[ \t]*$/gim
