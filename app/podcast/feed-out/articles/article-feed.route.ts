import { data } from "react-router"
import { shownPodcast } from "#app/base/settings/shown-podcast.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import type { CachedPage } from "#app/content/cached-page.ts"
import { OPEN_TO_APPS } from "#app/kit/http/open-to-apps.ts"
import { publicUrlContext } from "#app/kit/http/public-url.server.ts"
import { FEED_TYPE } from "../feed-address.ts"
import type { Route } from "./+types/article-feed.route"
import { ARTICLE_FEEDS, isArticleFeed } from "./article-feed-addresses.ts"
import { writeArticleFeed } from "./article-feeds.server.ts"

export const handle = {
  cache: { parameters: [], shows: ["blog_posts", "news", "settings/podcast.language"] },
} satisfies CachedPage

/** One module is the feed of articles and that of news, by its address (routes.ts). */
export async function loader({ context, url }: Route.LoaderArgs) {
  const path = url.pathname.toLowerCase().replace(/\/+$/, "")
  if (!isArticleFeed(path)) throw data({ title: "Flux non trouvé" }, { status: 404 })
  const { language } = siteSettings().podcast
  const { name, pageNames } = shownPodcast()
  const { page, title } = ARTICLE_FEEDS[path]
  const publicUrl = context.get(publicUrlContext)
  const xml = await writeArticleFeed({
    path,
    page,
    language,
    publicUrl,
    title: `${pageNames[page] ?? title} · ${name}`,
  })
  return new Response(xml, { headers: { "Content-Type": `${FEED_TYPE}; charset=utf-8`, ...OPEN_TO_APPS } })
}
