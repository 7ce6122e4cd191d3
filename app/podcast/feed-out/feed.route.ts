import { isFeedWithheld } from "#app/base/settings/own-podcast.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import type { CachedPage } from "#app/content/cached-page.ts"
import { publicUrlContext } from "#app/kit/http/public-url.server.ts"
import type { Route } from "./+types/feed.route"
import { writeFeed } from "./feed.server.ts"
import { FEED_PATH, FEED_TYPE } from "./feed-address.ts"

export const handle = {
  cache: {
    parameters: [],
    shows: [
      "episodes",
      "transcripts",
      "settings/podcast.description",
      "settings/podcast.language",
      "settings/podcast.location",
      "settings/podcast.categories",
      "settings/podcast.author",
      "settings/podcast.ownerName",
      "settings/podcast.ownerEmail",
      "settings/podcast.isExplicit",
      "settings/support.links",
      "settings/feed.type",
      "settings/feed.frequency",
      "settings/feed.numbersAll",
      "settings/feed.isLocked",
      "settings/feed.showsOwnerEmail",
      "settings/feed.license",
      "settings/feed.aiContent",
      "settings/feed.newAddress",
      "settings/feed.recommended",
      "settings/feed.redirects",
      "settings/feed.hub",
      "settings/feed.texts",
      "settings/presentation.hosts",
      "settings/rules.comments",
      "settings/rules.commentDays",
    ],
  },
} satisfies CachedPage

/** Players and directories that run in a browser read it from there. */
const OPEN = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag, Last-Modified, Link",
}
const PREFLIGHT = {
  ...OPEN,
  "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
  "Access-Control-Allow-Headers": "If-None-Match, If-Modified-Since",
  "Access-Control-Max-Age": "86400",
}

export async function loader({ context, request }: Route.LoaderArgs) {
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: PREFLIGHT })
  const isShown = request.headers.get("sec-fetch-dest") === "document"
  const publicUrl = context.get(publicUrlContext)
  const elsewhere = findElsewhere(publicUrl)
  if (elsewhere) return leadTo(elsewhere)
  if (await isFeedWithheld()) return new Response(WITHHELD, { status: 404, headers: OPEN })
  const { bytes, changedAt } = await writeFeed(publicUrl)
  return new Response(bytes, {
    headers: {
      "Content-Type": `${isShown ? "application/xml" : FEED_TYPE}; charset=utf-8`,
      // Of what it holds nothing is to run.
      "Content-Security-Policy": "default-src 'none'; style-src 'self'; frame-ancestors 'none'",
      "Last-Modified": changedAt.toUTCString(),
      Link: linksOf(publicUrl),
      ...OPEN,
    },
  })
}

const WITHHELD = "Ce podcast n’a pas encore de nom\u00a0: son flux n’est pas encore public.\n"

/** For good, as directories want it; but hosts may come back, so that nobody keeps it for longer than an hour. */
function leadTo(address: string) {
  const headers = { Location: address, "Cache-Control": "public, max-age=3600", ...OPEN }
  return new Response(null, { status: 301, headers })
}

/** Where the podcast has moved to, if the feed is to lead there; never to this site itself, where it would go in a circle. */
function findElsewhere(publicUrl: string) {
  const { newAddress, redirects } = siteSettings().feed
  const url = redirects ? URL.parse(newAddress) : null
  return url && url.host !== new URL(publicUrl).host ? url.href : undefined
}

/** Where the feed is and who tells of its changes, for who does not read it (https://www.w3.org/TR/websub/#discovery). */
function linksOf(publicUrl: string) {
  const { hub } = siteSettings().feed
  const self = `<${publicUrl}${FEED_PATH}>; rel="self"`
  // As it would be asked for: headers hold neither all letters nor all signs.
  return hub && URL.canParse(hub) ? `<${new URL(hub).href}>; rel="hub", ${self}` : self
}
