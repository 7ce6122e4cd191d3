import { articleToMarkdown } from "#app/kit/lib/from-html/article-to-markdown.ts"
import { cleanCharacters } from "#app/kit/lib/from-html/html-texts.ts"
import { plainToMarkdown } from "#app/kit/lib/from-html/markdown-escape.ts"
import { httpUrl } from "#app/kit/lib/from-html/safe-urls.ts"
import { parseFeedDate } from "#app/podcast/feeds-in/feed-dates.ts"
import { MAX_TITLE_CHARACTERS } from "#app/podcast/feeds-in/feed-limits.ts"
import type { Loss, Sound, TextThing } from "../things.ts"
import { lostMarkup, rewriteMarkup } from "./markup.ts"

/** A line of the list of posts by its columns, and the page that belongs to it; undefined where there is none. */
export type RawText = {
  id: string
  slug: string
  fields: Record<string, string>
  html: string | undefined
  /** The site's address, without a slash at its end. */
  site: string
}

/** A post, a page or an episode in our words, and how many of Substack's own forms and buttons stood in it. */
export function toText({ id, slug, fields, html, site }: RawText): { text: TextThing; dropped: number } {
  const line = (name: string) =>
    cleanCharacters(fields[name] ?? "")
      .replace(/\s+/g, " ")
      .trim()
  const isEpisode = line("type") === "podcast" || line("podcast_url") !== ""
  const state = stateOf(line("is_published"), line("audience"))
  let found = { sound: "", dropped: 0 }
  const { markdown, losses } = articleToMarkdown(html ?? "", {
    base: `${site}/`,
    keepsLines: false,
    prepare: (root) => {
      found = rewriteMarkup(root, { isEpisode, isForAll: state !== "held" })
    },
    lost: lostMarkup,
  })
  const text: TextThing = {
    kind: "text",
    id,
    type: line("type") === "page" ? "page" : "post",
    title: line("title").slice(0, MAX_TITLE_CHARACTERS).toWellFormed(),
    slug,
    addresses: slug ? [`${site}/p/${encodeURIComponent(slug)}`] : [],
    content: markdown,
    excerpt: plainToMarkdown(line("subtitle")),
    description: "",
    state,
    publishedAt: parseFeedDate(line("post_date")) ?? null,
    author: null,
    categories: [],
    picture: null,
    sound: isEpisode ? soundOf(id, found.sound || (httpUrl(line("podcast_url")) ?? "")) : null,
    losses: html === undefined ? [NO_BODY] : losses,
  }
  return { text, dropped: found.dropped }
}

/** What only some were let read is for nobody here until a host says so. */
function stateOf(isPublished: string, audience: string): TextThing["state"] {
  if (!/^(?:true|1)$/i.test(isPublished)) return "draft"
  return audience === "everyone" || audience === "" ? "published" : "held"
}

/** Known by what Substack's feed of the podcast calls it. */
const soundOf = (id: string, address: string): Sound => ({
  guid: `substack:post:${id}`,
  address,
  type: null,
  bytes: null,
  seconds: null,
  season: null,
  number: null,
  episodeType: "full",
  isExplicit: false,
  subtitle: "",
  picture: null,
  chapters: "",
  transcript: null,
  guests: [],
})

const NO_BODY: Loss = { what: "texte absent de l’archive", where: "tout le texte" }
