import type { siteSettings } from "#app/base/settings/site-settings.server.ts"
import type { FeedCover } from "./cover.server.ts"
import { enclosureOf } from "./enclosure.ts"
import { FEED_PATH, FEED_TYPE } from "./feed-address.ts"
import type { FeedEpisode } from "./feed-episodes.server.ts"
import { guidOfFeed } from "./podcast-guid.ts"
import feedStyles from "./feed.css?url"
import { element, escapeXml, textElement, type Xml } from "./xml.ts"
import { writePerson, writePicture } from "./write-item.ts"

type Settings = ReturnType<typeof siteSettings>

/** What the site knows of the feed beside its settings. */
export type FeedFacts = {
  publicUrl: string
  /** Of the podcast, for ever. */
  guid: string
  /** When what the feed says last changed. */
  changedAt?: Date
  /** Of a supporter's own feed its address: nobody else is to know of it. */
  ownPath?: string
  cover: FeedCover
  copyright: string
  /** Its episodes that are trailers, newest first. */
  trailers: FeedEpisode[]
}

const NAMESPACES = {
  "xmlns:atom": "http://www.w3.org/2005/Atom",
  "xmlns:content": "http://purl.org/rss/1.0/modules/content/",
  "xmlns:itunes": "http://www.itunes.com/dtds/podcast-1.0.dtd",
  "xmlns:media": "http://search.yahoo.com/mrss/",
  "xmlns:podcast": "https://podcastindex.org/namespace/1.0",
  "xmlns:psc": "http://podlove.org/simple-chapters",
}

const EMPTY = element("rss", { version: "2.0", ...NAMESPACES }, [element("channel", {}, ["" as Xml])])
/** For who opens it in a browser; the stylesheets that make pages of XML are going from browsers. */
const STYLED = `<?xml-stylesheet type="text/css" href="${escapeXml(feedStyles, true)}"?>`
const START = `<?xml version="1.0" encoding="UTF-8"?>\n${STYLED}\n`
const END = "</channel></rss>"

/** The feed around its items: what comes before them, and after them. */
export function writeFrame(settings: Settings, facts: FeedFacts) {
  const start = EMPTY.slice(0, -END.length) + writeChannel(settings, facts).join("")
  return { before: START + start, after: `${END}\n` }
}

type SearchFacts = Pick<FeedFacts, "publicUrl" | "cover"> & { search: string; path: string; query: string }

/** A feed of what is found, around its items. Directories are asked not to list it as another podcast. */
export function writeSearchFrame(podcast: Settings["podcast"], facts: SearchFacts) {
  const { publicUrl, cover, search, path, query } = facts
  const title = `«\u00a0${search}\u00a0» · ${podcast.name}`
  const channel = [
    textElement("title", title),
    textElement("link", `${publicUrl}/episodes${query}`),
    element("atom:link", { href: publicUrl + path + query, rel: "self", type: FEED_TYPE }),
    textElement("description", `Les épisodes où l’on trouve «\u00a0${search}\u00a0», titres et invités.`),
    textElement("language", podcast.language),
    textElement("generator", "PodcastSite"),
    ...writeCover(cover, title, publicUrl),
    textElement("itunes:author", podcast.author || podcast.name),
    textElement("itunes:explicit", podcast.isExplicit ? "true" : "false"),
    textElement("itunes:block", "Yes"),
  ]
  return { before: `${START}${EMPTY.slice(0, -END.length)}${channel.join("")}`, after: `${END}\n` }
}

function writeChannel({ podcast, presentation, feed, support }: Settings, facts: FeedFacts) {
  const { publicUrl, cover } = facts
  const { ownPath } = facts
  const owner = feed.showsOwnerEmail ? podcast.ownerEmail : ""
  return [
    textElement("title", ownPath ? `${podcast.name} · Soutiens` : podcast.name),
    textElement("link", `${publicUrl}/`),
    element("atom:link", { href: publicUrl + (ownPath ?? FEED_PATH), rel: "self", type: FEED_TYPE }),
    feed.hub && !ownPath ? element("atom:link", { href: feed.hub, rel: "hub" }) : ("" as Xml),
    textElement("description", podcast.description || podcast.tagline || podcast.name),
    textElement("language", podcast.language),
    textElement("copyright", facts.copyright),
    textElement("lastBuildDate", facts.changedAt?.toUTCString()),
    textElement("generator", "PodcastSite"),
    ...writeCover(cover, podcast.name, publicUrl),
    textElement("itunes:author", podcast.author || podcast.name),
    ...writeOwner(podcast.ownerName, owner),
    ...writeCategories(podcast.categories),
    textElement("itunes:explicit", podcast.isExplicit ? "true" : "false"),
    textElement("itunes:type", feed.type),
    textElement("itunes:new-feed-url", ownPath ? "" : feed.newAddress),
    textElement("itunes:block", ownPath ? "Yes" : ""),
    textElement("itunes:complete", feed.frequency === "complete" ? "Yes" : ""),
    textElement("podcast:guid", ownPath ? "" : facts.guid),
    textElement("podcast:medium", "podcast"),
    textElement("podcast:locked", feed.isLocked || ownPath ? "yes" : "no", { owner }),
    textElement("podcast:license", feed.license === "none" ? "" : feed.license),
    ...support.links.map(({ label, url }) => textElement("podcast:funding", label, { url })),
    textElement("podcast:location", podcast.location),
    writeFrequency(feed.frequency),
    textElement("podcast:txt", AI_CONTENT[feed.aiContent], { purpose: "ai-content" }),
    ...feed.texts.map(({ value, purpose }) => textElement("podcast:txt", value, { purpose })),
    ...writeTrailers(facts.trailers, publicUrl),
    ...writeRecommended(feed.recommended),
    ...writeHosts(presentation.hosts, publicUrl),
  ]
}

/** Apps play the newest one to who does not know the podcast yet (https://podcasting2.org/docs/podcast-namespace/tags/trailer). */
function writeTrailers(trailers: FeedEpisode[], publicUrl: string) {
  return trailers.map((episode) => {
    const { url, length = 0, type } = enclosureOf(episode, publicUrl) ?? {}
    const about = { pubdate: episode.publishedAt.toUTCString(), url, length: length || undefined, type }
    return url
      ? textElement("podcast:trailer", episode.title, { ...about, season: episode.season })
      : ("" as Xml)
  })
}

/** https://podcasting2.org/docs/podcast-namespace/tags/podroll */
function writeRecommended(podcasts: Settings["feed"]["recommended"]) {
  const items = podcasts.map(({ feed, name, guid }) =>
    element("podcast:remoteItem", { feedGuid: guid || guidOfFeed(feed), feedUrl: feed, title: name }),
  )
  return items.length > 0 ? [element("podcast:podroll", {}, items)] : []
}

/** The hosts of the podcast, who are those of each episode. */
export function writeHosts(hosts: Settings["presentation"]["hosts"], publicUrl: string) {
  return hosts.map(({ name, picture, links }) => {
    const [first = ""] = links.split("\n")
    const href = /^https?:\/\/\S+$/i.test(first.trim()) ? first.trim() : "/about"
    return writePerson(name, "host", { href, picture }, publicUrl)
  })
}

function writeCover({ address, described }: FeedCover, name: string, publicUrl: string) {
  const parts = [
    textElement("url", address),
    textElement("title", name),
    textElement("link", `${publicUrl}/`),
  ]
  return [element("image", {}, parts), writePicture(address), ...described]
}

function writeOwner(name: string, email: string) {
  const parts = [textElement("itunes:name", name), textElement("itunes:email", email)]
  return parts.some(Boolean) ? [element("itunes:owner", {}, parts)] : []
}

/** « Music > Music Interviews » stands within « Music »; several of one category in one element. */
function writeCategories(categories: readonly string[]) {
  const [tops, subs] = [new Set<string>(), new Map<string, string[]>()]
  for (const category of categories) {
    const [top = "", sub] = category.split(" > ")
    tops.add(top)
    if (sub) subs.set(top, [...(subs.get(top) ?? []), sub])
  }
  return [...tops].map((top) => {
    const within = (subs.get(top) ?? []).map((sub) => element("itunes:category", { text: sub }))
    return element("itunes:category", { text: top }, within)
  })
}

const AI_CONTENT = { none: "", no: "false", yes: "true" }

const RHYTHMS: Record<string, string> = {
  "FREQ=DAILY": "Tous les jours",
  "FREQ=WEEKLY": "Toutes les semaines",
  "FREQ=WEEKLY;INTERVAL=2": "Toutes les deux semaines",
  "FREQ=MONTHLY": "Tous les mois",
}

function writeFrequency(frequency: string) {
  if (frequency === "complete")
    return element("podcast:updateFrequency", { complete: "true" }, [escapeXml("Terminé")])
  return textElement("podcast:updateFrequency", RHYTHMS[frequency], { rrule: frequency })
}
