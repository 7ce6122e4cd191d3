import { articleToMarkdown } from "#app/kit/lib/from-html/article-to-markdown.ts"
import { plainToMarkdown } from "#app/kit/lib/from-html/markdown-escape.ts"
import type { Loss } from "../things.ts"
import { lostCard, lostMark, rewriteCards } from "./cards.ts"
import { lexicalToHtml } from "./lexical.ts"
import { mobiledocToHtml } from "./mobiledoc.ts"

/** What an export has of a text, empty where it has none of it. */
export type Content = {
  html: string
  lexical: string
  mobiledoc: string
  plaintext: string
  markdown: string
}

/**
 * A text of Ghost as Markdown: of the HTML that Ghost made of it, or else of what its editor keeps.
 *
 * @param site its address, which Ghost leaves out, without a slash at its end
 * @param isForAll whether all of it is to be seen by everybody
 */
export function contentToMarkdown(content: Content, { site, isForAll }: { site: string; isForAll: boolean }) {
  const html = htmlOf(content)
  if (html === undefined)
    return { markdown: content.markdown || plainToMarkdown(content.plaintext), losses: NONE }
  return articleToMarkdown(atSite(withoutGates(html, isForAll), site), {
    base: `${site}/`,
    keepsLines: false,
    prepare: rewriteCards,
    lost: lostCard,
  })
}

function htmlOf({ html, lexical, mobiledoc }: Content) {
  if (html.trim() !== "") return html
  return (lexical && lexicalToHtml(lexical)) || (mobiledoc && mobiledocToHtml(mobiledoc)) || undefined
}

/** A text, or an address, that leads to the site itself; of pictures in other sizes the original is meant. */
export const atSite = (text: string, site: string) =>
  text.replaceAll("__GHOST_URL__", site).replace(SIZED, "/content/images/")

/** What is said to members alone stays out of a text for everybody; where members go on reading is no more. */
function withoutGates(source: string, isForAll: boolean) {
  const html = source.replace(SPACED, "<!--")
  const pieces: string[] = []
  let from = 0
  for (;;) {
    const start = html.indexOf(GATE, from)
    const open = start === -1 ? -1 : html.indexOf("-->", start)
    const last = open === -1 ? -1 : html.indexOf(GATE_END, open)
    const end = last === -1 ? -1 : html.indexOf("-->", last)
    if (end === -1) break
    const isPublic = /\bnonMember:true\b/.test(html.slice(start, open).slice(0, MAX_GATE))
    pieces.push(html.slice(from, start))
    pieces.push(isPublic ? html.slice(open + 3, last) : lostMark("passage réservé aux abonnés"))
    from = end + 3
  }
  pieces.push(html.slice(from))
  return pieces
    .join("")
    .replaceAll(MEMBERS_ONLY, isForAll ? "" : lostMark("limite de ce que tout le monde lisait"))
}

const GATE = "<!--kg-gated-block:begin"
const GATE_END = "<!--kg-gated-block:end"
const SPACED = /<!--\s{1,20}(?=kg-gated-block:|members-only-->)/g
const MEMBERS_ONLY = "<!--members-only-->"
const MAX_GATE = 1_000
const SIZED = /\/content\/images\/size\/[wh\d]{2,20}\/(?:format\/[a-z]{3,5}\/)?/g
const NONE: Loss[] = []
