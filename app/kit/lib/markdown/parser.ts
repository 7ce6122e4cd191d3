import MarkdownIt, { type Token } from "markdown-it"
import { frenchSpaces } from "../french-spaces.ts"
import { addAddresses } from "./address-rule.ts"
import { addCaptions } from "./captions.ts"
import { addEmbeds } from "./embeds.ts"
import { addFootnotes } from "./footnotes.ts"
import { boundTables } from "./tables.ts"
import { addTasks } from "./tasks.ts"

/**
 * Markdown as the site writes it: GitHub's tables, strike-through, footnotes and task lists, addresses that become links,
 * line breaks kept, raw HTML as the text it is. Everything in the output is made by the rules of this folder or escaped.
 */
export const markdown = new MarkdownIt({ html: false, breaks: true, xhtmlOut: true, maxNesting: 40 })
  .use(addAddresses)
  .use(addFootnotes)
  .use(addTasks)
  .use(addEmbeds)
  .use(addCaptions)
  .use(boundTables)

// All addresses are links, and lose what makes them unsafe below: dropped here they would be shown as brackets.
markdown.validateLink = (address) => address.length <= MAX_URL_LENGTH
const MAX_URL_LENGTH = 2_000

const LINE_BREAK = "<br />"
Object.assign(markdown.renderer.rules, {
  hardbreak: () => LINE_BREAK,
  softbreak: () => LINE_BREAK,
})

markdown.core.ruler.push("site", ({ tokens }) => {
  for (const token of tokens) {
    change(token)
    for (const [index, child] of (token.children ?? []).entries())
      changeInline(child, token.children?.[index - 1])
  }
})

function change(token: Token) {
  // The page's own title is its only first-level heading.
  if (token.tag === "h1") token.tag = "h2"
  if (token.type === "fence") token.info = ""
  const [, align] = /^text-align:(\w+)$/.exec(String(token.attrGet("style") ?? "")) ?? []
  if (align) token.attrs = [["align", align]]
}

function changeInline(token: Token, previous: Token | undefined) {
  if (token.tag === "s") token.tag = "del"
  if (token.type === "link_open") {
    restrict(token, "href")
    token.attrSet("rel", "noopener")
  } else if (token.type === "image") {
    restrict(token, "src")
    token.attrSet("loading", "lazy")
    token.attrSet("decoding", "async")
    token.attrSet("referrerpolicy", "no-referrer")
  } else if (token.type === "text" && !isAddress(previous)) token.content = frenchSpaces(token.content)
}

/** An address shown as itself. */
function isAddress(previous: Token | undefined) {
  return previous?.type === "link_open" && previous.info === "auto"
}

function restrict(token: Token, name: "href" | "src") {
  const address = safeAddress(String(token.attrGet(name) ?? ""))
  const others = (token.attrs ?? []).filter(([other]) => other !== name)
  token.attrs = address === undefined ? others : [[name, address], ...others]
}

/** The address if it leads to http(s), a mail program or this site; undefined for `javascript:`, `//host` and the like. */
function safeAddress(address: string) {
  if (!URL.canParse(address, HERE)) return undefined
  const { protocol, origin } = new URL(address, HERE)
  const isNamed = /^(?:https?:\/\/|mailto:)/i.test(address)
  return (isNamed && PROTOCOLS.has(protocol)) || origin === HERE ? address : undefined
}

const HERE = "https://here.invalid"
const PROTOCOLS = new Set(["http:", "https:", "mailto:"])
