import { brandSource } from "#app/base/settings/appearance/brand.server.ts"
import { brandAddress } from "#app/base/settings/appearance/pictures/brand-files.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { pictureAddress } from "./enclosure.ts"
import { findFeedFile } from "./feed-episodes.server.ts"
import { writeDescribed } from "./write-item.ts"

export type FeedCover = Awaited<ReturnType<typeof findCover>>

/**
 * The podcast's cover as directories take it; where hosts chose none of that kind, the one that the site draws.
 *
 * @returns its address, and the one that hosts chose with its alternative text, where it has one
 */
export async function findCover(publicUrl: string) {
  const { cover } = siteSettings().podcast
  const file = await findFeedFile(cover)
  const chosen = pictureAddress(cover, file, publicUrl)
  return {
    address: chosen ?? publicUrl + brandAddress(brandSource().version, "cover.jpg"),
    described: writeDescribed(cover, file, publicUrl),
  }
}
