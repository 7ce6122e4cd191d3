import { readFeed } from "#app/podcast/feeds-in/feed-reader.server.ts"
import type { FeedEntry } from "#app/podcast/feeds-in/feed-reader.server.ts"

/** Test feeds: our own invented podcast, in the shapes that real feeds take. */
export const ITUNES = 'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"'

export function rss(items: string, namespaces = "") {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" ${ITUNES} ${namespaces}><channel><title>Rimes de nuit</title>${items}</channel></rss>`
}

/** An item with all it needs; `more` comes first, so that its elements win over the usual ones. */
export function item(more = "", { guid = "nuit-1", title = "La nuit des rimes" } = {}) {
  return `<item>${more}<title>${title}</title><guid>${guid}</guid><pubDate>Fri, 03 Jul 2026 09:00:00 +0200</pubDate></item>`
}

export async function readAll(feed: string | Uint8Array, { charset, chunkSize = 1000 }: Options = {}) {
  const entries: FeedEntry[] = []
  for await (const entry of readFeed(chunks(Buffer.from(feed), chunkSize), { charset })) entries.push(entry)
  return {
    items: entries.flatMap((entry) => entry.item ?? []),
    skipped: entries.flatMap((entry) => entry.skipped ?? []),
  }
}

type Options = { charset?: string; chunkSize?: number }

async function* chunks(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
