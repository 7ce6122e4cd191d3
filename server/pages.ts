import { getRequestListener } from "@hono/node-server"
import { createApp } from "./app.ts"
import { serveCachedPages } from "./cached-pages.ts"
import { findPageAddress } from "./page-address.ts"
import { createPageCache } from "./page-cache.ts"
import { purgeOnChanges } from "./page-purges.ts"

type Options = Parameters<typeof createApp>[0] & { databaseUrl: string }

/**
 * The web application behind its page cache, on an open database.
 *
 * @returns what answers Node's requests, and the function that stops listening for changes
 */
export function openPages({ databaseUrl, ...options }: Options) {
  const app = createApp(options)
  const cache = createPageCache({
    render: async (address) => app.fetch(new Request(options.publicUrl + address)),
  })
  const listener = serveCachedPages(getRequestListener(app.fetch), cache, findPageAddress)
  return { listener, close: purgeOnChanges(cache, databaseUrl) }
}
