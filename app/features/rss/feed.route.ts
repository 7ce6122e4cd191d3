import type { CachedPage } from "#app/content/cached-page.ts"
import { publicUrlContext } from "#app/http/public-url.server.ts"
import type { Route } from "./+types/feed.route"
import { writeFeed } from "./feed.server.ts"
import { FEED_TYPE } from "./feed-address.ts"

export const handle = {
  cache: {
    parameters: [],
    shows: [
      "episodes",
      "settings/podcast.description",
      "settings/podcast.cover",
      "settings/podcast.language",
      "settings/podcast.categories",
      "settings/podcast.author",
      "settings/podcast.ownerName",
      "settings/podcast.ownerEmail",
      "settings/podcast.isExplicit",
      "settings/feed.type",
      "settings/feed.frequency",
      "settings/feed.isLocked",
      "settings/feed.showsOwnerEmail",
      "settings/feed.license",
      "settings/feed.newAddress",
      "settings/feed.texts",
      "settings/presentation.hosts",
      "settings/rules.comments",
      "settings/rules.commentDays",
    ],
  },
} satisfies CachedPage

/** Players and directories that run in a browser read it from there. */
const OPEN = { "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "ETag, Last-Modified" }
const PREFLIGHT = {
  ...OPEN,
  "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
  "Access-Control-Allow-Headers": "If-None-Match, If-Modified-Since",
  "Access-Control-Max-Age": "86400",
}

export async function loader({ context, request }: Route.LoaderArgs) {
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: PREFLIGHT })
  const isShown = request.headers.get("sec-fetch-dest") === "document"
  const { bytes, changedAt } = await writeFeed(context.get(publicUrlContext))
  return new Response(bytes, {
    headers: {
      "Content-Type": `${isShown ? "application/xml" : FEED_TYPE}; charset=utf-8`,
      // Of what it holds nothing is to run.
      "Content-Security-Policy": "default-src 'none'; style-src 'self'; frame-ancestors 'none'",
      "Last-Modified": changedAt.toUTCString(),
      ...OPEN,
    },
  })
}
