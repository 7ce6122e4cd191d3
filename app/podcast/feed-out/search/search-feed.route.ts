import type { CachedPage } from "#app/content/cached-page.ts"
import { parseSearch } from "#app/content/lists/list-view.ts"
import { OPEN_TO_APPS } from "#app/kit/http/open-to-apps.ts"
import { publicUrlContext } from "#app/kit/http/public-url.server.ts"
import { redirectTo } from "#app/kit/http/redirects.server.ts"
import { FEED_PATH, FEED_TYPE } from "../feed-address.ts"
import type { Route } from "./+types/search-feed.route"
import { writeSearchFeed } from "./search-feed.server.ts"

export const handle = {
  cache: {
    parameters: ["q"],
    shows: [
      "episodes",
      "transcripts",
      "settings/podcast.language",
      "settings/podcast.author",
      "settings/podcast.isExplicit",
      "settings/feed.numbersAll",
      "settings/rules.comments",
      "settings/rules.commentDays",
    ],
  },
} satisfies CachedPage

/** What `/episodes?q=` finds; without a search it is the podcast's own feed. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const search = parseSearch(url.searchParams.get("q"))
  if (search === "") return redirectTo(FEED_PATH, 301)
  const xml = await writeSearchFeed(search, context.get(publicUrlContext))
  return new Response(xml, { headers: { "Content-Type": `${FEED_TYPE}; charset=utf-8`, ...OPEN_TO_APPS } })
}
