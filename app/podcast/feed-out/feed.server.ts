import { shownPodcast } from "../../base/settings/shown-podcast.server.ts"
import { siteSettings } from "../../base/settings/site-settings.server.ts"
import { findCover } from "./cover.server.ts"
import { findChange, findPodcastGuid } from "./feed-identity.server.ts"
import { writeFrame, writeHosts } from "./write-channel.ts"
import { writeItems } from "./write-items.server.ts"

/**
 * The podcast's feed with all its public episodes that have a sound.
 *
 * @param publicUrl the site's address
 * @returns its bytes, and when what it says last changed
 */
export async function writeFeed(publicUrl: string) {
  const settings = siteSettings()
  const { podcast, presentation } = settings
  const hosts = writeHosts(presentation.hosts, publicUrl)
  const [guid, cover, items] = await Promise.all([
    findPodcastGuid(publicUrl),
    findCover(publicUrl),
    writeItems({ publicUrl, isExplicit: podcast.isExplicit, hosts }),
  ])
  const facts = {
    publicUrl,
    guid,
    cover,
    copyright: shownPodcast().copyright,
  }
  const undated = writeFrame(settings, { ...facts, changedAt: new Date(0) })
  const changedAt = await findChange(undated.before + items.digest)
  const { before, after } = writeFrame(settings, { ...facts, changedAt })
  return { bytes: Buffer.concat([Buffer.from(before), ...items.pieces, Buffer.from(after)]), changedAt }
}
