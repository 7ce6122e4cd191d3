import { definitionsOf } from "#app/base/settings/definitions.server.ts"
import { toFields } from "#app/base/settings/fields.ts"
import type { GroupName } from "#app/base/settings/groups.ts"
import type { AddressGuard } from "#app/kit/http/public-network.server.ts"
import { collectItems } from "#app/podcast/feeds-in/collect-items.server.ts"
import { withScheme } from "#app/podcast/feeds-in/feed-addresses.ts"
import { FeedError } from "#app/podcast/feeds-in/feed-error.ts"
import { podcastOf, SAID_GROUPS } from "#app/podcast/feeds-in/identity/said-podcast.server.ts"
import { openRemoteFeed } from "#app/podcast/feeds-in/remote-feed.server.ts"

/** Longer than people wait; the import itself has more time. */
const MAX_DOWNLOAD_MS = 60_000

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
  guard?: AddressGuard,
): Promise<FoundPodcast | { failure: string }> {
  const address = withScheme(typed.trim())
  try {
    const opened = await openRemoteFeed(address, { guard, totalMs: MAX_DOWNLOAD_MS })
    const { items, channel } = await collectItems(opened)
    if (!channel) return { failure: "Ce flux ne dit rien du podcast." }
    const { values, coverUrl } = podcastOf(channel)
    const fields = SAID_GROUPS.map((group) => fieldsFrom(group, values[group]))
    return {
      fields: Object.assign({}, ...fields) as Record<string, string>,
      coverUrl,
      episodes: items.length,
      address,
    }
  } catch (error) {
    if (error instanceof FeedError) return { failure: error.message }
    throw error
  }
}

/** As a group's form has them. */
function fieldsFrom(group: GroupName, values: Record<string, unknown>) {
  const fields = Object.entries(values).map(([name, value]) => {
    const definition = definitionsOf(group)[name]
    return definition ? toFields(name, definition.field, value) : {}
  })
  return Object.assign({}, ...fields) as Record<string, string>
}
