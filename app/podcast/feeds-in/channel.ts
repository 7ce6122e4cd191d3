import type { ChannelLink } from "#app/db/schema/feeds.server.ts"
import { findChannelLinks } from "./channel-links.ts"
import { MAX_TITLE_CHARACTERS } from "./feed-limits.ts"
import { cleanCharacters, plainText } from "#app/kit/lib/from-html/html-texts.ts"
import type { Attributes } from "./raw-item.ts"
import { httpUrl } from "#app/kit/lib/from-html/safe-urls.ts"
import type { XmlModule } from "./xml-namespaces.ts"

/** What a podcast's channel says of the podcast and of its feed. */
export type Channel = {
  title: string
  /** Which podcast it is, wherever its feed is (`podcast:guid`); null where it does not say, or nothing that is one. */
  guid: string | null
  imageUrl: string | null
  websiteUrl: string | null
  links: ChannelLink[]
  /** Where the feed says that it has moved to (`itunes:new-feed-url`). */
  newFeedUrl: string | null
  /** Whether other hosts are asked not to take it over (`podcast:locked`); null where it does not say. */
  isLocked: boolean | null
  /** What it says of the podcast besides, as it stands there. */
  about: ChannelAbout
  /** How long the feed asks not to be read again (`ttl`, `sy:updatePeriod`), in minutes. */
  ttlMinutes: number | null
}

export type ChannelAbout = {
  description: string
  author: string
  ownerName: string
  ownerEmail: string
  language: string
  copyright: string
  /** Where one can support it (`podcast:funding`), and what that is called there. */
  funding: { label: string; url: string }[]
  isExplicit: boolean
  /** Apple's names, those within others too. */
  categories: string[]
}

/** Collects the channel's own elements from parser events; depths are counted from the document's root. */
export function createChannelCollector() {
  const texts = new Map<string, string>()
  const addresses: string[] = []
  const categories: string[] = []
  let channelDepth: number | undefined
  let parent = ""
  let picture: string | undefined
  let capture: { key: string; depth: number; text: string } | undefined

  return {
    open(depth: number, module: XmlModule, local: string, attributes: Attributes) {
      if (module === "rss" && local === "channel") channelDepth ??= depth
      if (channelDepth === undefined || capture) return
      const level = depth - channelDepth
      const category = module === "itunes" && local === "category" ? attributes.get("text") : undefined
      if (category && level <= 2 && categories.length < MAX_CATEGORIES)
        categories.push(oneLine(cleanCharacters(category.slice(0, MAX_LINE))))
      if (level !== 1 && !(level === 2 && NESTED.has(parent))) return
      const key = level === 1 ? `${module}:${local}` : `${parent}/${local}`
      if (level === 1) parent = key
      if (key === "itunes:image") picture ??= attributes.get("href")
      if (key === "podcast:funding" && addresses.length < MAX_ADDRESSES) {
        capture = { key: fundingKey(addresses.length), depth, text: "" }
        addresses.push((attributes.get("url") ?? "").slice(0, MAX_CHARACTERS))
      }
      if (TEXTS.has(key) && !texts.has(key)) capture = { key, depth, text: "" }
    },

    text(text: string) {
      if (capture && capture.text.length < MAX_CHARACTERS) capture.text += text.slice(0, MAX_CHARACTERS)
    },

    close(depth: number) {
      if (capture?.depth !== depth) return
      if (capture.text.trim()) texts.set(capture.key, capture.text.slice(0, MAX_CHARACTERS))
      capture = undefined
    },

    end(): Channel {
      const text = (key: string) => texts.get(key) ?? ""
      const address = (value: string | undefined) => {
        const url = httpUrl(cleanCharacters(value ?? ""))
        return url && url.length <= MAX_ADDRESS ? url : null
      }
      return {
        title: plainText(text("rss:title")).slice(0, MAX_TITLE_CHARACTERS).toWellFormed(),
        guid: UUID.exec(text("podcast:guid").trim())?.[0].toLowerCase() ?? null,
        imageUrl: address(picture) ?? address(text("rss:image/url")),
        websiteUrl: address(text("rss:link")),
        links: findChannelLinks([...addresses, text("rss:description"), text("itunes:summary")]),
        newFeedUrl: address(text("itunes:new-feed-url")),
        isLocked: lock(text("podcast:locked")),
        about: {
          description: plainText(text("rss:description") || text("itunes:summary")).toWellFormed(),
          author: oneLine(text("itunes:author")),
          ownerName: oneLine(text("itunes:owner/name")),
          ownerEmail: oneLine(text("itunes:owner/email")),
          language: oneLine(text("rss:language")),
          copyright: oneLine(text("rss:copyright")),
          funding: addresses.flatMap((typed, index) => {
            const url = address(typed)
            return url ? [{ label: oneLine(text(fundingKey(index))), url }] : []
          }),
          isExplicit: /^\s*(?:yes|true|explicit)\s*$/i.test(text("itunes:explicit")),
          categories,
        },
        ttlMinutes: ttl(text("rss:ttl"), text("sy:updateperiod"), text("sy:updatefrequency")),
      }
    },
  }
}

const fundingKey = (index: number) => `podcast:funding ${index}`

function oneLine(text: string) {
  return plainText(text).replace(/\s+/g, " ").trim().slice(0, MAX_LINE).toWellFormed()
}

function lock(text: string) {
  const said = text.trim().toLowerCase()
  return said === "yes" || (said === "no" ? false : null)
}

function ttl(minutes: string, period: string, frequency: string) {
  const asked = wholeNumber(minutes)
  const every = (PERIODS[period.trim().toLowerCase()] ?? 0) / Math.max(1, wholeNumber(frequency))
  return Math.round(Math.max(asked, every)) || null
}

function wholeNumber(text: string) {
  return /^\s*\d{1,6}\s*$/.test(text) ? Number(text) : 0
}

/** In minutes. */
const PERIODS: Record<string, number> = {
  hourly: 60,
  daily: 1_440,
  weekly: 10_080,
  monthly: 43_200,
  yearly: 525_600,
}
/** Elements whose own elements are read. */
const NESTED = new Set(["rss:image", "itunes:owner"])
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const MAX_CATEGORIES = 30
const MAX_LINE = 200
const MAX_ADDRESSES = 20
const MAX_CHARACTERS = 20_000
const MAX_ADDRESS = 2_000
const TEXTS = new Set(
  "rss:title rss:link rss:description rss:image/url itunes:summary itunes:new-feed-url podcast:guid podcast:locked itunes:author itunes:owner/name itunes:owner/email itunes:explicit rss:language rss:copyright rss:ttl sy:updateperiod sy:updatefrequency".split(
    " ",
  ),
)
