import type { Token } from "markdown-it"
import { mediaKey } from "#app/kit/lib/media.ts"
import { type Block, textOf } from "./letter-blocks.ts"
import type { LetterLink } from "./letter-check.ts"
import { wholeAddress } from "./mail-picture.ts"
import type { Known } from "./written-letter.ts"

/** Where a letter leads to, in full, and by which words; cards are looked at by themselves. */
export function linksOf(blocks: Block[], { publicUrl }: Known): LetterLink[] {
  const links = blocks.flatMap((block): LetterLink[] => {
    if (block.kind === "button") return [{ href: block.href, words: block.label }]
    if (block.kind === "picture") return block.href ? [{ href: block.href, words: "" }] : []
    return block.kind === "flow" ? block.tokens.flatMap(({ children }) => inlineLinks(children ?? [])) : []
  })
  return links.map(({ href, words }) => ({ href: wholeAddress(href, publicUrl), words }))
}

function inlineLinks(tokens: Token[]) {
  const links: LetterLink[] = []
  let open = -1
  for (const [index, token] of tokens.entries()) {
    if (token.type === "link_open") open = index
    if (token.type !== "link_close" || open === -1) continue
    const link = tokens[open]
    const href = String(link?.attrGet("href") ?? "")
    // An address shown as itself says where it leads.
    const words = link?.info === "auto" ? "" : textOf(tokens.slice(open + 1, index))
    if (href) links.push({ href, words })
    open = -1
  }
  return links
}

/** The addresses of the pictures of which neither the letter nor the library says anything. */
export function namelessPictures(blocks: Block[], { pictures }: Known) {
  const all = blocks.flatMap((block) => {
    if (block.kind === "picture") return [{ src: block.src, alt: block.alt }]
    if (block.kind !== "flow") return []
    return block.tokens
      .flatMap(({ children }) => children ?? [])
      .filter(({ type }) => type === "image")
      .map((image) => ({ src: String(image.attrGet("src") ?? ""), alt: textOf(image.children ?? []) }))
  })
  return all
    .filter(({ src, alt }) => src && !alt.trim() && !pictures.get(mediaKey(src) ?? "")?.alt)
    .map(({ src }) => src)
}

/** The addresses of the pictures that a block shows. */
export function picturesOf(block: Block): string[] {
  if (block.kind === "picture") return [block.src]
  if (block.kind !== "flow") return []
  return block.tokens
    .flatMap(({ children }) => children ?? [])
    .filter(({ type }) => type === "image")
    .map((image) => String(image.attrGet("src") ?? ""))
}
