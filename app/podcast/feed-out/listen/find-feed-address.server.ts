import { isFeedWithheld } from "#app/base/settings/own-podcast.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { FEED_PATH } from "../feed-address.ts"

/** The feed's address, or where it has moved: nobody is to subscribe where nothing comes any more, or nothing yet. */
export async function findFeedAddress(publicUrl: string) {
  const { newAddress } = siteSettings().feed
  if (newAddress !== "") return newAddress
  return (await isFeedWithheld()) ? undefined : publicUrl + FEED_PATH
}
