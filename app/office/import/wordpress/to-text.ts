import { plainToMarkdown } from "#app/kit/lib/from-html/markdown-escape.ts"
import { htmlToMarkdown } from "#app/kit/lib/from-html/html-to-markdown.ts"
import { plainText } from "#app/kit/lib/from-html/html-texts.ts"
import { httpUrl } from "#app/kit/lib/from-html/safe-urls.ts"
import { parseFeedDate } from "#app/podcast/feeds-in/feed-dates.ts"
import { MAX_TITLE_CHARACTERS } from "#app/podcast/feeds-in/feed-limits.ts"
import type { Loss, TextThing } from "../things.ts"
import { contentToMarkdown } from "./content.ts"
import { metaOf, type RawItem, textOf } from "./raw-item.ts"
import { fileId, otherChannels, soundOf } from "./sound.ts"
import { categoriesOf, decodeSlug } from "./terms.ts"

/** `site`: its address as the export says it, or empty. */
export type RawText = { item: RawItem; site: string }

/** A post, a page or an episode in our words. */
export function toText({ item, site }: RawText): TextThing {
  const id = textOf(item, "wp:post_id")
  const type = textOf(item, "wp:post_type") === "page" ? "page" : "post"
  const fullTitle = plainText(textOf(item, "rss:title"))
  const title = shorten(fullTitle)
  const sound = soundOf(item)
  const { markdown, losses } = contentToMarkdown(withoutMarks(textOf(item, "content:encoded")), {
    site,
    sound: sound?.address ?? null,
  })
  return {
    kind: "text",
    id,
    type,
    title,
    slug: decodeSlug(textOf(item, "wp:post_name")),
    addresses: addressesOf(item, { id, type, site }),
    // A title too long to be one is not lost: it opens the text.
    content: [title === fullTitle ? "" : plainToMarkdown(fullTitle), markdown].filter(Boolean).join("\n\n"),
    excerpt: htmlToMarkdown(textOf(item, "excerpt:encoded")).markdown,
    description: descriptionOf(item),
    state: stateOf(item),
    publishedAt: dateOf(["wp:post_date_gmt", "rss:pubdate", "wp:post_date"].map((key) => textOf(item, key))),
    author: textOf(item, "dc:creator") || null,
    categories: categoriesOf(item).map(({ id }) => id),
    picture: fileId(metaOf(item, "_thumbnail_id")),
    sound,
    losses: [...losses, ...otherChannels(item).map(channelLoss)],
  }
}

const channelLoss = (channel: string): Loss => ({
  what: "son d’un autre flux de PowerPress",
  where: `dans le flux «\u00a0${channel}\u00a0»`,
})

/** The first date that there is, in UTC. */
export function dateOf(written: string[]) {
  for (const text of written) {
    const date = parseFeedDate(text)
    if (date) return date
  }
  return null
}

function stateOf(item: RawItem): TextThing["state"] {
  const status = textOf(item, "wp:status")
  if (status === "private" || textOf(item, "wp:post_password") !== "") return "held"
  if (status === "future") return "scheduled"
  // The oldest exports say nothing.
  return status === "publish" || status === "" ? "published" : "draft"
}

/** Its permalink, those of the names that it had before, and by its id, which always leads there. */
function addressesOf(item: RawItem, { id, type, site }: { id: string; type: string; site: string }) {
  const link = httpUrl(textOf(item, "rss:link"))
  const slug = textOf(item, "wp:post_name")
  const old = (item.metas.get("_wp_old_slug") ?? []).flatMap((name) => {
    const at = link?.lastIndexOf(`/${slug}`) ?? -1
    if (!link || slug === "" || at === -1) return []
    return httpUrl(`${link.slice(0, at)}/${name.trim()}${link.slice(at + 1 + slug.length)}`) ?? []
  })
  const guid = httpUrl(textOf(item, "rss:guid"))
  const byId = httpUrl(`${site}/?${type === "page" ? "page_id" : "p"}=${id}`)
  const isOfSite = (address: string) => site === "" || hostOf(address) === hostOf(site)
  return [...new Set([link, ...old.reverse(), guid, byId])].flatMap((one) =>
    one && isOfSite(one) ? [one] : [],
  )
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host.replace(/^www\./, "") : "")

/** Of Yoast or Rank Math, without the variables that these fill in. */
function descriptionOf(item: RawItem) {
  const written = metaOf(item, "_yoast_wpseo_metadesc") || metaOf(item, "rank_math_description")
  return shorten(plainText(written.replace(VARIABLE, " ")))
}

function shorten(text: string) {
  if (text.length <= MAX_TITLE_CHARACTERS) return text
  const start = text.slice(0, MAX_TITLE_CHARACTERS - 1).replace(/[\ud800-\udbff]$/, "")
  return `${start.trimEnd()}…`
}

/** What parts CDATA sections, where one was written inside of another: HTML would take it for a comment. */
const withoutMarks = (text: string) => text.replaceAll("<![CDATA[", "").replace(/\]\]>$/, "")

const VARIABLE = /%%[a-z\d_-]{1,50}%%|%[a-z_]{2,50}(?:\([^()%]{0,50}\))?%/gi
