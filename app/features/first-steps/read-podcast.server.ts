import { type AddressGuard, publicNetwork } from "#app/http/public-network.server.ts"
import { findChannelLinks } from "../feeds/channel-links.ts"
import type { Channel } from "../feeds/channel.ts"
import { collectItems } from "../feeds/collect-items.server.ts"
import { withScheme } from "../feeds/feed-addresses.ts"
import { FeedError } from "../feeds/feed-error.ts"
import { openRemoteFeed } from "../feeds/remote-feed.server.ts"
import { APPLE_CATEGORIES } from "../settings/apple-categories.ts"
import { definitionsOf } from "../settings/definitions.server.ts"
import { toFields } from "../settings/fields.ts"
import type { GroupName } from "../settings/groups.ts"

/** Longer than people wait; the import itself has more time. */
const MAX_DOWNLOAD_MS = 60_000
/** What `podcast.name` and `podcast.description` hold. */
const MAX_NAME = 80
const MAX_DESCRIPTION = 4_000

export type FoundPodcast = {
  /** The settings of the podcast as their form has them. */
  fields: Record<string, string>
  coverUrl: string
  episodes: number
  /** Where the feed is, as the import is to read it. */
  address: string
}

/**
 * What a feed says of its podcast, and how many episodes it has; nothing is stored.
 *
 * @param guard where the address may lead
 * @returns the podcast, or why there is none, in French
 */
export async function readPodcast(
  typed: string,
  guard: AddressGuard = publicNetwork,
): Promise<FoundPodcast | { failure: string }> {
  const address = withScheme(typed.trim())
  try {
    const opened = await openRemoteFeed(address, { guard, totalMs: MAX_DOWNLOAD_MS })
    const { items, channel } = await collectItems(opened)
    if (!channel) return { failure: "Ce flux ne dit rien du podcast." }
    const fields = { ...fieldsFrom("podcast", saidOf(channel)), ...fieldsFrom("links", linksOf(channel)) }
    return { fields, coverUrl: channel.imageUrl ?? "", episodes: items.length, address }
  } catch (error) {
    if (error instanceof FeedError) return { failure: error.message }
    throw error
  }
}

function saidOf({ title, about }: Channel) {
  return {
    ...about,
    name: title.slice(0, MAX_NAME).toWellFormed().trim(),
    description: about.description.slice(0, MAX_DESCRIPTION).toWellFormed().trim(),
    language: knownLanguage(about.language),
    categories: knownCategories(about.categories),
    fundingUrl: about.fundingUrl ?? "",
  }
}

/** Where else the podcast is: on known platforms, and its own site. */
function linksOf({ links, websiteUrl }: Channel) {
  const onPlatforms = [...links, ...findChannelLinks(websiteUrl ? [websiteUrl] : [])]
  const found = new Map(onPlatforms.toReversed().map(({ platform, url }) => [platform, url]))
  const rows = Array.from(found, ([label, url]) => ({ label, url })).toReversed()
  const isNew = websiteUrl && !rows.some(({ url }) => url === websiteUrl)
  const site = isNew ? [{ label: new URL(websiteUrl).hostname.replace(/^www\./, ""), url: websiteUrl }] : []
  return {
    platforms: rows.filter(({ label }) => LISTENED.has(label)),
    socials: [...rows.filter(({ label }) => !LISTENED.has(label)), ...site],
  }
}

/** Of the known platforms (channel-links.ts) those where one listens. */
const LISTENED = new Set(["YouTube", "Spotify", "Apple Podcasts", "Deezer", "SoundCloud"])

/** As a group's form has them, but for what its settings do not take. */
function fieldsFrom(group: GroupName, found: Record<string, unknown>) {
  const definitions = definitionsOf(group)
  const fields = Object.entries(found).map(([name, value]) => {
    const parsed = definitions[name]?.schema.safeParse(value)
    return definitions[name] && parsed?.success ? toFields(name, definitions[name].field, parsed.data) : {}
  })
  return Object.assign({}, ...fields) as Record<string, string>
}

/** Of Apple's categories those that a feed names, the more exact ones in place of what they belong to. */
export function knownCategories(names: string[]) {
  const spelled = (name: string) => name.toLowerCase().replaceAll("&amp;", "&").trim()
  const found = names.flatMap((name) => {
    const key = Object.keys(APPLE_CATEGORIES).find(
      (full) => spelled(full.split(" > ").at(-1) ?? "") === spelled(name),
    )
    return key ? [key] : []
  })
  const exact = found.filter((key) => !found.some((other) => other.startsWith(`${key} > `)))
  return [...new Set(exact)].slice(0, 3)
}

function knownLanguage(language: string) {
  const [, country = ""] = /^fr[-_]([a-z]{2})$/i.exec(language.trim()) ?? []
  return ["BE", "CA", "CH"].includes(country.toUpperCase()) ? `fr-${country.toUpperCase()}` : "fr"
}
