import { promisify } from "node:util"
import { gzip as gzipWithCallback } from "node:zlib"
import { FEED_TYPE } from "#app/podcast/feed-out/feed-address.ts"
import { findSupporterFeed } from "#app/podcast/feed-out/feed.server.ts"
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

/** Made for one, and once: three times as fast as the usual 6, for an eighth more. */
const GZIP_LEVEL = 4
const gzip = promisify(gzipWithCallback)
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
  const { digest, write } = await findSupporterFeed(context.get(publicUrlContext), own)
  const headers = { ...HEADERS, ETag: `W/"${digest}"`, Vary: "Accept-Encoding" }
  if (request.headers.get("if-none-match")?.includes(digest))
    return new Response(null, { status: 304, headers })
  const written = { ...headers, "Content-Type": `${FEED_TYPE}; charset=utf-8` }
  if (!/\bgzip\b/.test(request.headers.get("accept-encoding") ?? ""))
    return new Response(write(), { headers: written })
  const body = await gzip(write(), { level: GZIP_LEVEL })
  return new Response(body, { headers: { ...written, "Content-Encoding": "gzip" } })
}
