import { APPLE_CATEGORIES } from "#app/base/settings/apple-categories.ts"
import { definitionsOf } from "#app/base/settings/definitions.server.ts"
import type { GroupName } from "#app/base/settings/groups.ts"
import { findChannelLinks } from "../channel-links.ts"
import type { Channel } from "../channel.ts"

/** What `podcast.name`, `podcast.description` and `support.links` hold. */
const MAX_NAME = 80
const MAX_DESCRIPTION = 4_000
const MAX_SUPPORT_LINKS = 12

/** What it is, where else it is, and where one pays for it. */
export const SAID_GROUPS = ["podcast", "links", "support"] as const
/** Settings of these groups, by name. */
export type Said = Record<(typeof SAID_GROUPS)[number], Record<string, unknown>>

/** What a feed says of its podcast, as settings of the site. */
export type SaidPodcast = {
  values: Said
  coverUrl: string
  /** What it says and no setting takes, in French. */
  left: string[]
}

/** A channel's words as settings: what those would not take is left out. */
export function podcastOf(channel: Channel): SaidPodcast {
  const { language, categories } = channel.about
  const unknown = categories.filter((name) => !keyOfCategory(name))
  return {
    values: {
      podcast: takenBy("podcast", saidOf(channel)),
      links: takenBy("links", linksOf(channel)),
      support: takenBy("support", supportOf(channel)),
    },
    coverUrl: channel.imageUrl ?? "",
    left: [
      ...(language !== "" && !knownLanguage(language)
        ? [`La langue «\u00a0${language}\u00a0»\u00a0: le site ne connaît que le français.`]
        : []),
      ...(unknown.length > 0 ? [`Inconnu d’Apple Podcasts\u00a0: ${unknown.join(", ")}.`] : []),
    ],
  }
}

function saidOf({ title, about }: Channel) {
  const { description } = about
  return {
    name: title.slice(0, MAX_NAME).toWellFormed().trim(),
    ...about,
    description: description.slice(0, MAX_DESCRIPTION).toWellFormed().trim(),
    language: knownLanguage(about.language),
    categories: knownCategories(about.categories),
  }
}

/** Where one pays for it; what has no name there gets ours. */
function supportOf({ about }: Channel) {
  const links = about.funding.map(({ label, url }) => ({ label: label || "Soutenir le podcast", url }))
  return { links: links.slice(0, MAX_SUPPORT_LINKS) }
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

function takenBy(group: GroupName, said: Record<string, unknown>) {
  const definitions = definitionsOf(group)
  const taken = Object.entries(said).flatMap(([name, value]) => {
    const parsed = definitions[name]?.schema.safeParse(value)
    return parsed?.success ? [[name, parsed.data]] : []
  })
  return Object.fromEntries(taken) as Record<string, unknown>
}

/** Of Apple's categories those that a feed names, the more exact ones in place of what they belong to. */
export function knownCategories(names: string[]) {
  const found = names.flatMap((name) => keyOfCategory(name) ?? [])
  const exact = found.filter((key) => !found.some((other) => other.startsWith(`${key} > `)))
  return [...new Set(exact)].slice(0, 3)
}

function keyOfCategory(name: string) {
  const spelled = (of: string) => of.toLowerCase().replaceAll("&amp;", "&").trim()
  return Object.keys(APPLE_CATEGORIES).find(
    (full) => spelled(full.split(" > ").at(-1) ?? "") === spelled(name),
  )
}

/** Undefined for what is no French. */
function knownLanguage(language: string) {
  const [isFrench, country = ""] = /^fr(?:[-_]([a-z]{2}))?$/i.exec(language.trim()) ?? []
  if (isFrench === undefined) return undefined
  return ["BE", "CA", "CH"].includes(country.toUpperCase()) ? `fr-${country.toUpperCase()}` : "fr"
}
