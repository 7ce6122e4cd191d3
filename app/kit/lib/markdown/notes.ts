import MarkdownIt, { type Token } from "markdown-it"
import { frenchSpaces } from "../french-spaces.ts"
import { addAddresses } from "./address-rule.ts"
import { toPlainHtml } from "./render.ts"

/**
 * The notes of a version as safe HTML, whoever wrote them: lines run on, all headlines are of one rank, nothing is fetched from
 * elsewhere, and only whole web addresses are links.
 */
export function toNotesHtml(notes: string) {
  const html = markdown.render(notes)
  return html.length > MAX_GROWTH * (notes.length + 100) ? toPlainHtml(notes) : html
}

/** What makes more of a text was made to do so. */
const MAX_GROWTH = 10

const markdown = new MarkdownIt({ html: false, xhtmlOut: true, maxNesting: 40 })
  .use(addAddresses)
  // A table makes cells that its lines do not have; a picture is fetched.
  .disable(["table", "image"])

// What is no link below is its text, and not its brackets.
markdown.validateLink = () => true

markdown.core.ruler.push("notes", ({ tokens }) => {
  for (const token of tokens) {
    if (token.type === "fence") token.info = ""
    if (token.type.startsWith("heading")) token.tag = RANK
    keepWebLinks(token.children ?? [])
  }
})

/** Below the page's title, the part's and the version's. */
const RANK = "h4"

function keepWebLinks(tokens: Token[]) {
  let isKept = false
  for (const token of tokens) {
    if (token.type === "link_open") {
      const address = String(token.attrGet("href") ?? "")
      isKept = /^https?:\/\//i.test(address) && URL.canParse(address)
      if (isKept)
        token.attrs = [
          ["href", address],
          ["rel", "nofollow noopener noreferrer"],
        ]
    }
    if (token.type.startsWith("link_") && !isKept) Object.assign(token, { type: "text", content: "" })
    else if (token.type === "text") token.content = frenchSpaces(token.content)
  }
}
