import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { listPublishedEpisodes } from "../../episodes/episodes.server.ts"
import { areCommentsOpen } from "../../episodes/open-comments.server.ts"
import { findCover } from "../cover.server.ts"
import { SEARCH_FEED_PATH } from "../feed-address.ts"
import { readFeedEpisodes } from "../feed-episodes.server.ts"
import { feedNotes } from "../feed-notes.server.ts"
import { writeSearchFrame } from "../write-channel.ts"
import { writeItem } from "../write-item.ts"

/** Readers ask often enough to miss none. */
const NEWEST = 50

/**
 * The newest episodes that `/episodes?q=` finds, as a feed; also those without a sound, which are read about.
 *
 * @returns the whole document
 */
export async function writeSearchFeed(search: string, publicUrl: string) {
  const { podcast } = siteSettings()
  const [found, cover] = await Promise.all([
    listPublishedEpisodes({ search, limit: NEWEST }),
    findCover(publicUrl),
  ])
  const episodes = new Map((await readFeedEpisodes(found.map(({ id }) => id))).map((one) => [one.id, one]))
  const items = await Promise.all(
    found.map(async ({ id }) => {
      const episode = episodes.get(id)
      // Deleted meanwhile.
      if (!episode) return ""
      return writeItem(episode, await feedNotes(episode, publicUrl), {
        publicUrl,
        isExplicit: podcast.isExplicit,
        hosts: [],
        takesSilent: true,
        areCommentsOpen: areCommentsOpen(episode),
      })
    }),
  )
  const { before, after } = writeSearchFrame(podcast, {
    publicUrl,
    search,
    query: `?${new URLSearchParams({ q: search })}`,
    path: SEARCH_FEED_PATH,
    cover,
  })
  return [before, ...items, after].join("")
}
