import { brandSource } from "#app/base/settings/appearance/brand.server.ts"
import { brandAddress } from "#app/base/settings/appearance/pictures/brand-files.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { pictureAddress } from "./enclosure.ts"
import { findFeedFile } from "./feed-episodes.server.ts"

/** The podcast's cover as directories take it; where hosts chose none of that kind, the one that the site draws. */
export async function findCover(publicUrl: string) {
  const { cover } = siteSettings().podcast
  const chosen = pictureAddress(cover, await findFeedFile(cover), publicUrl)
  return chosen ?? publicUrl + brandAddress(brandSource().version, "cover.jpg")
}
