import { type AddressGuard, publicNetwork } from "#app/http/public-network.server.ts"
import { collectItems } from "../feeds/collect-items.server.ts"
import { withScheme } from "../feeds/feed-addresses.ts"
import { FeedError } from "../feeds/feed-error.ts"
import { openRemoteFeed } from "../feeds/remote-feed.server.ts"
import { APPLE_CATEGORIES } from "../settings/apple-categories.ts"

/** Longer than people wait; the import itself has more time. */
const MAX_DOWNLOAD_MS = 60_000
/** What `podcast.description` holds. */
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
    const { about } = channel
    const fields: Record<string, string> = {
      name: channel.title.slice(0, 80).toWellFormed(),
      description: about.description.slice(0, MAX_DESCRIPTION).toWellFormed(),
      author: about.author,
      ownerName: about.ownerName,
      ownerEmail: about.ownerEmail,
      language: knownLanguage(about.language),
      ...(about.isExplicit && { isExplicit: "on" }),
      ...Object.fromEntries(
        knownCategories(about.categories).map((name, index) => [`categories.${index}`, name]),
      ),
    }
    return { fields, coverUrl: channel.imageUrl ?? "", episodes: items.length, address }
  } catch (error) {
    if (error instanceof FeedError) return { failure: error.message }
    throw error
  }
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
