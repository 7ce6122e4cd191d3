import { podcast } from "#app/base/settings/definitions/podcast.server.ts"
import { WITH_SHIPPED_TEXTS, WITHOUT_SHIPPED_TEXTS } from "#app/base/settings/own-podcast.server.ts"
import { findWrongPictures } from "#app/base/settings/picture-sizes.server.ts"
import type { Part } from "#app/base/settings/save-settings.server.ts"
import { podcastName, siteSettings } from "#app/base/settings/site-settings.server.ts"
import type { AddressGuard } from "#app/kit/http/public-network.server.ts"
import { copyMedium, findCopy } from "#app/media/copy/copy-medium.server.ts"
import type { Said } from "./said-podcast.server.ts"

type From = {
  /** The state of the podcast's settings that a form was filled from. */
  basis?: string
  /** A picture to copy into the library, if any. */
  coverUrl: string
  /** Whose medium the cover is; null for a command's. */
  userId: string | null
}

/**
 * What to save (save-settings.server.ts) so that the site is the podcast of which this is said. Another name than the one that
 * the site comes with leaves nothing of that podcast, and that name brings it back; under it what is empty stays as it was.
 * The cover is copied already.
 *
 * @param guard where the cover's address may lead
 * @returns with why the cover could not be copied, if so
 */
export async function namePodcast(said: Said, { basis, coverUrl, userId }: From, guard?: AddressGuard) {
  const { cover, failure } = await copyCover(coverUrl, userId, guard)
  const { name } = said.podcast
  const isOther = name !== podcast.name.default
  const { isNeutral } = siteSettings().texts
  const isFirst = isOther && !(isNeutral && podcastName().isNamed)
  const values = {
    ...(isFirst && { copyrightYear: new Date().getFullYear() }),
    ...Object.fromEntries(Object.entries(said.podcast).filter(([, value]) => isOther || value !== "")),
    ...(cover && { cover }),
  }
  const parts: Part[] = [
    ...(isOther === isNeutral ? [] : [isOther ? WITHOUT_SHIPPED_TEXTS : WITH_SHIPPED_TEXTS]),
    { group: "podcast", values, basis, isNaming: name !== podcast.name.elsewhere },
    { group: "links", values: said.links },
    { group: "support", values: said.support },
  ]
  return { parts, failure }
}

/** A cover that no directory would take is in the library, and not yet the podcast's. */
async function copyCover(
  coverUrl: string,
  userId: string | null,
  guard: AddressGuard | undefined,
): Promise<{ cover?: string; failure?: string }> {
  if (coverUrl === "") return {}
  const copied = await copyMedium(coverUrl, userId, { guard })
  if ("failure" in copied) return copied
  const found = await findCopy(copied.mediumId)
  const cover = found?.medium.address
  if (!cover) return { failure: "elle n’est plus dans la médiathèque." }
  const { cover: problem } = await findWrongPictures("podcast", { cover })
  return problem ? { failure: `${problem}. Elle est dans la médiathèque.` } : { cover }
}
