import { articleToMarkdown } from "#app/kit/lib/from-html/article-to-markdown.ts"
import { plainToMarkdown } from "#app/kit/lib/from-html/markdown-escape.ts"
import { parseFeedDate } from "#app/podcast/feeds-in/feed-dates.ts"
import { MAX_TITLE_CHARACTERS } from "#app/podcast/feeds-in/feed-limits.ts"
import type { AuthorThing, CategoryThing, TextThing } from "../things.ts"
import { lostInPage, type Page, takePage } from "./page.ts"

/** A page, and its path in the archive. */
export type RawText = { path: string; html: string }

/** `site`: where the post was to be read, empty for a draft. */
export type ReadText = {
  text: TextThing
  author: AuthorThing | null
  categories: CategoryThing[]
  site: string
}

/** A post in our words, and what is said of it; undefined where the page has none that can be read. */
export function toText({ path, html }: RawText): ReadText | "response" | undefined {
  let page: Page | undefined
  const { markdown, losses } = articleToMarkdown(html, {
    keepsLines: false,
    prepare: (root) => {
      page = takePage(root)
    },
    lost: lostInPage,
  })
  if (!page) return undefined
  const { title, subtitle, address, author, picture } = page
  const isDraft = DRAFT.test(path) || address === null
  if (page.isResponse && !isDraft) return "response"
  const id = HASH.exec(path)?.[1] ?? HASH.exec(address ?? "")?.[1] ?? path.slice(path.lastIndexOf("/") + 1)
  const categories = page.tags.map((name): CategoryThing => ({ kind: "category", id: name, name }))
  const text: TextThing = {
    kind: "text",
    id,
    type: "post",
    title: title.slice(0, MAX_TITLE_CHARACTERS).toWellFormed(),
    slug: slugOf(address ?? ""),
    addresses: isDraft || address === null ? [] : [address],
    content: markdown,
    excerpt: plainToMarkdown(subtitle),
    description: "",
    state: isDraft ? "draft" : "published",
    publishedAt: parseFeedDate(page.publishedAt) ?? null,
    author: author ? author.name : null,
    categories: categories.map((category) => category.id),
    picture,
    sound: null,
    losses,
  }
  return {
    text,
    author: author && { kind: "author", id: author.name, name: author.name, email: null },
    categories,
    site: isDraft || address === null ? "" : siteOf(address, author?.address ?? ""),
  }
}

/** A domain of one's own; of Medium's own, what there belongs to the author, whatever a post was published in. */
function siteOf(address: string, author: string) {
  const { origin, hostname, pathname } = new URL(address)
  if (hostname.replace(/^www\./, "") !== "medium.com") return origin
  const [, own] =
    PROFILE.exec(pathname) ?? PROFILE.exec(URL.canParse(author) ? new URL(author).pathname : "") ?? []
  return own ? `https://medium.com/${own}` : ""
}

function slugOf(address: string) {
  const [, name = ""] = /\/([^/?#]{1,300})-[\da-f]{8,14}(?:[?#]|$)/.exec(address) ?? []
  try {
    return decodeURIComponent(name)
  } catch (error) {
    if (error instanceof URIError) return name
    throw error
  }
}

const DRAFT = /(?:^|\/)draft_[^/]*$/
/** What Medium calls a post by, in its address and in its page's name. */
const HASH = /[-/]([\da-f]{8,14})(?:\.html)?$/
const PROFILE = /^\/(@[\w.-]{1,100})(?:\/|$)/
