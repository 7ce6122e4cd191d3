import type { SiteSettings } from "#app/base/settings/definitions.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import type { FieldErrors } from "#app/kit/http/forms.server.ts"
import type { AddressGuard } from "#app/kit/http/public-network.server.ts"
import { isWebAddress } from "#app/kit/lib/typed-addresses.ts"
import { FeedError } from "../feeds-in/feed-error.ts"
import { readChannel } from "../feeds-in/feed-reader.server.ts"
import { openRemoteFeed } from "../feeds-in/remote-feed.server.ts"
import { guidOfFeed } from "./podcast-guid.ts"

/** A podcast that hosts recommend. */
type Recommended = SiteSettings["feed"]["recommended"][number]

/** As long as people wait for a form. */
const MAX_DOWNLOAD_MS = 10_000
const MAX_NAME = 200

/**
 * Adds what the podcasts' own feeds say of them: what they are called and known by, and their page. Of those that are stored
 * already it is known. A feed that does not answer is taken where somebody wrote the podcast's name.
 *
 * @param guard where the addresses may lead
 * @returns the rows, and by their fields what is wrong with them, in French
 */
export async function completeRecommended(rows: Recommended[], guard?: AddressGuard) {
  const known = new Map(siteSettings().feed.recommended.map((row) => [row.feed, row]))
  const errors: FieldErrors = {}
  const completed = await Promise.all(
    rows.map(async (row, index) => {
      const field = `recommended.${index}.feed`
      if (!isWebAddress(row.feed)) {
        errors[field] = "Le flux d’un autre podcast commence par https:// ou http://"
        return row
      }
      const stored = known.get(row.feed)
      if (stored?.guid) return { ...row, name: row.name || stored.name, guid: stored.guid }
      const found = await findPodcast(row.feed, guard)
      if ("failure" in found) {
        if (row.name === "") errors[field] = `${found.failure} Écrivez son nom pour l’ajouter quand même.`
        return row
      }
      return { ...row, name: row.name || found.name, page: row.page || found.page, guid: found.guid }
    }),
  )
  return { rows: completed, errors }
}

async function findPodcast(address: string, guard?: AddressGuard) {
  try {
    const channel = await readChannel(await openRemoteFeed(address, { guard, totalMs: MAX_DOWNLOAD_MS }))
    const name = channel.title.replace(/\s+/g, " ").slice(0, MAX_NAME).toWellFormed().trim()
    if (name === "") return { failure: "Ce flux ne dit pas comment s’appelle le podcast." }
    return { name, page: channel.websiteUrl ?? "", guid: channel.guid ?? guidOfFeed(address) }
  } catch (error) {
    if (error instanceof FeedError) return { failure: error.message }
    throw error
  }
}
