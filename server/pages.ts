import { getRequestListener } from "@hono/node-server"
import { readFromReplica } from "#app/db/replica.server.ts"
import { createApp } from "./app.ts"
import { serveCachedPages } from "./cached-pages.ts"
import { findPageAddress } from "./page-address.ts"
import type { Rendered } from "./encoded-page.ts"
import { measurePageCache } from "./measures.ts"
import { createPageCache } from "./page-cache.ts"
import { type OnLeading, purgeOnChanges } from "./page-purges.ts"
import { countVisits } from "./tell-visit.ts"
import { turnsOfVisitors } from "./turns.ts"

type Options = Omit<Parameters<typeof createApp>[0], "inTurn"> & {
  databaseUrl: string
  onLeading?: OnLeading
}

/**
 * The web application behind its page cache, on an open database.
 *
 * @returns what answers Node's requests, and the function that stops listening for changes
 */
export function openPages({ databaseUrl, onLeading, ...options }: Options) {
  const inTurn = turnsOfVisitors(options.trustedProxies)
  const app = createApp({ ...options, inTurn })
  const cache = createPageCache({
    isShared: options.cdn !== undefined,
    async render(address) {
      let data: Rendered["data"]
      const keepData = (kept: Rendered["data"]) => (data = kept)
      const asked = new Request(options.publicUrl + address)
      const response = await readFromReplica(async () => app.fetch(asked, { keepData }))
      return { response, data }
    },
  })
  measurePageCache(cache)
  const listener = serveCachedPages(
    getRequestListener(app.fetch),
    cache,
    findPageAddress,
    inTurn,
    countVisits(options.publicUrl),
  )
  return { listener, close: purgeOnChanges(cache, databaseUrl, onLeading) }
}
