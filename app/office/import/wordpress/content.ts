import { htmlToMarkdown } from "#app/kit/lib/from-html/html-to-markdown.ts"
import type { Loss } from "../things.ts"
import { expandBlocks, hasBlocks } from "./blocks.ts"
import { expandShortcodes } from "./shortcodes.ts"

/**
 * A text of WordPress as Markdown, of either of its editors: blocks are HTML; in a classic text each line is one, and an empty line
 * parts two paragraphs.
 *
 * @param site its address, for what is linked to by paths alone
 * @param sound what the text is an episode of
 */
export function contentToMarkdown(content: string, { site, sound }: { site: string; sound: string | null }) {
  const isClassic = !hasBlocks(content)
  const blocks = isClassic
    ? { html: content.replace(LONE_ADDRESS, "\n$1\n"), losses: [] }
    : expandBlocks(content, sound)
  const expanded = expandShortcodes(blocks.html, sound)
  const html = expanded.html.replace(PATH, `$1${site}/`)
  const { markdown, losses } = toMarkdown(html, isClassic)
  return { markdown, losses: [...blocks.losses, ...expanded.losses, ...losses] }
}

function toMarkdown(html: string, _keepsLines: boolean): { markdown: string; losses: Loss[] } {
  const { markdown } = htmlToMarkdown(html, ({ src, alt }) => src && `![${alt ?? ""}](${src})`)
  return { markdown, losses: [] }
}

/** Such a line is a player in WordPress. */
const LONE_ADDRESS = /^[ \t]*(https?:\/\/[^\s<>"[\]]+)[ \t]*$/gim
const PATH = /(\s(?:src|href)=["'])\/(?!\/)/gi
