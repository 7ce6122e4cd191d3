import MarkdownIt from "markdown-it"
import { escapeHtml } from "#app/kit/lib/escape-html.ts"
import { MAX_URL_LENGTH } from "#app/kit/lib/typed-addresses.ts"
import { lostMark } from "./cards.ts"

/** What an editor keeps of a card, which may be anything. */
export type Card = Record<string, unknown>

/** A card of either editor as HTML, where Ghost has not made some of it; one that nobody knows is told in its place. */
export function cardHtml(type: string, card: Card): string {
  // A part that only members see is none of a text for everybody.
  if (inside(inside(card, "visibility"), "web").nonMember === false)
    return lostMark("passage réservé aux abonnés")
  const write = CARDS.get(type)
  if (write) return write(card)
  return SILENT.has(type) ? "" : lostMark(`carte «\u00a0${escapeHtml(type.slice(0, 50))}\u00a0»`)
}

/** A text in a card, which is HTML. */
const said = (card: Card, name: string) => {
  const value = Object.hasOwn(card, name) ? card[name] : undefined
  return typeof value === "string" ? value : ""
}
/** One that is none. */
const plain = (card: Card, name: string) => escapeHtml(said(card, name))

const inside = (card: Card, name: string): Card => {
  const value = Object.hasOwn(card, name) ? card[name] : undefined
  return typeof value === "object" && value !== null ? (value as Card) : {}
}

const caption = (card: Card) => {
  const words = said(card, "caption")
  return words ? `<figcaption>${words}</figcaption>` : ""
}
const figure = (content: string, card: Card) => `<figure>${content}${caption(card)}</figure>`

function picture(card: Card) {
  const shown = `<img src="${plain(card, "src")}" alt="${plain(card, "alt")}">`
  return said(card, "href") ? `<a href="${plain(card, "href")}">${shown}</a>` : shown
}

function gallery(card: Card) {
  const pictures = Object.values(inside(card, "images")).slice(0, MAX_PICTURES)
  return figure(
    pictures.map((one) => (typeof one === "object" && one ? picture(one as Card) : "")).join(""),
    card,
  )
}

function link(address: string, words: string, about = "") {
  if (address === "") return words ? `<p>${words}</p>` : ""
  return `<p><a href="${address}">${words || address}</a>${about ? `<br>${about}` : ""}</p>`
}

function bookmark(card: Card) {
  const about = inside(card, "metadata")
  return (
    link(plain(card, "url") || plain(about, "url"), plain(about, "title"), plain(about, "description")) +
    (said(card, "caption") ? `<p>${said(card, "caption")}</p>` : "")
  )
}

function embed(card: Card) {
  const html = said(card, "html")
  return html ? figure(html, card) : link(plain(card, "url"), "")
}

const code = (card: Card) =>
  figure(`<pre><code class="language-${plain(card, "language")}">${plain(card, "code")}</code></pre>`, card)

const header = (card: Card) =>
  [
    said(card, "header") && `<h2>${said(card, "header")}</h2>`,
    said(card, "subheader") && `<p>${said(card, "subheader")}</p>`,
    link(plain(card, "buttonUrl"), plain(card, "buttonUrl") && plain(card, "buttonText")),
  ].join("")

const product = (card: Card) =>
  [
    said(card, "productImageSrc") && `<img src="${plain(card, "productImageSrc")}">`,
    said(card, "productTitle") && `<h3>${said(card, "productTitle")}</h3>`,
    said(card, "productDescription"),
    link(plain(card, "productUrl"), plain(card, "productUrl") && plain(card, "productButton")),
  ].join("")

const callToAction = (card: Card) =>
  [
    said(card, "imageUrl") && `<img src="${plain(card, "imageUrl")}">`,
    said(card, "textValue"),
    link(plain(card, "buttonUrl"), plain(card, "buttonUrl") && plain(card, "buttonText")),
  ].join("")

const markdown = new MarkdownIt({ html: true, maxNesting: 40 })
// One address that many links name by a word would be written out for each.
const { validateLink } = markdown
markdown.validateLink = (address) => address.length <= MAX_URL_LENGTH && validateLink(address)

const CARDS = new Map<string, (card: Card) => string>([
  ["image", (card) => figure(picture(card), card)],
  ["gallery", gallery],
  ["bookmark", bookmark],
  ["embed", embed],
  ["html", (card) => said(card, "html")],
  ...["markdown", "card-markdown"].map(
    (name) => [name, (card: Card) => markdown.render(said(card, "markdown"))] as const,
  ),
  ...["code", "codeblock"].map((name) => [name, code] as const),
  ...["hr", "horizontalrule"].map((name) => [name, () => "<hr>"] as const),
  [
    "callout",
    (card) => `<blockquote><p>${plain(card, "calloutEmoji")} ${said(card, "calloutText")}</p></blockquote>`,
  ],
  [
    "toggle",
    (card) => `<details><summary>${said(card, "heading")}</summary>${said(card, "content")}</details>`,
  ],
  ["button", (card) => link(plain(card, "buttonUrl"), plain(card, "buttonText"))],
  [
    "audio",
    (card) =>
      `<figure><audio src="${plain(card, "src")}"></audio><figcaption>${plain(card, "title")}</figcaption></figure>`,
  ],
  ["video", (card) => figure(`<video src="${plain(card, "src")}"></video>`, card)],
  [
    "file",
    (card) =>
      link(
        plain(card, "src"),
        plain(card, "fileTitle") || plain(card, "fileName"),
        plain(card, "fileCaption"),
      ),
  ],
  ["header", header],
  ["product", product],
  ["call-to-action", callToAction],
  ["signup", () => lostMark("inscription à la lettre")],
  ["paywall", () => "<!--members-only-->"],
])

/** Of letters, and of the editor itself. */
const SILENT = new Set(["email", "email-cta", "at-link", "at-link-search", "zwnj"])
const MAX_PICTURES = 100
