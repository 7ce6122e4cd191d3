import type { CachedPage } from "#app/content/cached-page.ts"
import { OPEN_TO_APPS } from "#app/kit/http/open-to-apps.ts"
import { publicUrlContext } from "#app/kit/http/public-url.server.ts"
import { FEED_TYPE } from "#app/podcast/feed-out/feed-address.ts"
import type { Route } from "./+types/letters-feed.route"
import { writeLettersFeed } from "./letters-feed.server.ts"

export const handle = {
  cache: {
    parameters: [],
    shows: ["published", "settings/podcast.language"],
  },
} satisfies CachedPage

export async function loader({ context }: Route.LoaderArgs) {
  const xml = await writeLettersFeed(context.get(publicUrlContext))
  return new Response(xml, { headers: { "Content-Type": `${FEED_TYPE}; charset=utf-8`, ...OPEN_TO_APPS } })
}
