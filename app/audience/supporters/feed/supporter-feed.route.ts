import { hash } from "node:crypto"
import { FEED_TYPE } from "#app/podcast/feed-out/feed-address.ts"
import { writeSupporterFeed } from "#app/podcast/feed-out/feed.server.ts"
import { clientAddressContext } from "#app/kit/http/client-address.server.ts"
import { publicUrlContext } from "#app/kit/http/public-url.server.ts"
import type { Route } from "./+types/supporter-feed.route"
import { findListener, soundKeysOf } from "./supporter-keys.server.ts"
import { noteNetwork } from "./supporter-networks.server.ts"
import { feedPathOf } from "./supporter-paths.ts"

/** It is one person's: nobody between keeps it, and no search engine lists it. */
const HEADERS = {
  "Cache-Control": "private, no-cache",
  "Content-Security-Policy": "default-src 'none'; style-src 'self'; frame-ancestors 'none'",
  "X-Robots-Tag": "noindex",
}

const UNKNOWN = "Ce flux n’existe pas, ou plus. Demandez-en l’adresse sur le site.\n"

/** The feed of one supporter (docs/product.md 55.3). */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const key = params.file.replace(/\.xml$/, "")
  const listener = params.file.endsWith(".xml") ? await findListener(key) : undefined
  if (!listener)
    return new Response(UNKNOWN, { status: 404, headers: { ...HEADERS, "Cache-Control": "no-store" } })
  const [keyFor] = await Promise.all([
    soundKeysOf(listener),
    noteNetwork(listener.id, context.get(clientAddressContext)),
  ])
  const own = { ownPath: feedPathOf(key), rank: listener.rank, keyFor }
  const bytes = await writeSupporterFeed(context.get(publicUrlContext), own)
  const headers = { ...HEADERS, ETag: `"${hash("sha256", bytes, "base64url")}"` }
  if (request.headers.get("if-none-match")?.includes(headers.ETag))
    return new Response(null, { status: 304, headers })
  return new Response(bytes, { headers: { ...headers, "Content-Type": `${FEED_TYPE}; charset=utf-8` } })
}
