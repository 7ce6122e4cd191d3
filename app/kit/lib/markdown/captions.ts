import type { MarkdownIt, Token } from "markdown-it"
import { escapeHtml } from "../escape-html.ts"
import { frenchSpaces } from "../french-spaces.ts"

/** A picture that stands by itself has its title under it, as its caption: as a tooltip nobody on a phone would read it. */
export function addCaptions(md: MarkdownIt) {
  md.core.ruler.push("captions", ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      const [opening, closing] = [tokens[index - 1], tokens[index + 1]]
      const [picture, ...others] = token.children ?? []
      if (picture?.type !== "image" || others.length > 0 || opening?.type !== "paragraph_open") continue
      if (titleOf(picture) === "" || opening.hidden || !closing) continue
      opening.tag = "figure"
      closing.tag = "figure"
      picture.meta = { isCaptioned: true }
    }
  })
  const plain = md.renderer.rules.image
  md.renderer.rules.image = (tokens, index, ...rest) => {
    const picture = tokens[index]
    const caption = picture && captionOf(picture)
    if (!picture || !caption) return plain?.(tokens, index, ...rest) ?? ""
    const { attrs } = picture
    picture.attrs = (attrs ?? []).filter(([name]) => name !== "title")
    const image = plain?.(tokens, index, ...rest) ?? ""
    picture.attrs = attrs
    return `${image}<figcaption>${escapeHtml(caption)}</figcaption>`
  }
}

/** What stands under a picture; undefined for one within a text. */
export const captionOf = (picture: Token) =>
  picture.meta?.isCaptioned ? frenchSpaces(titleOf(picture)) : undefined

const titleOf = (picture: Token) => String(picture.attrGet("title") ?? "").trim()
