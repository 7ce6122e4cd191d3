import type { IncomingMessage, ServerResponse } from "node:http"
import { sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { feeds } from "#app/db/schema/feeds.server.ts"
import { serve } from "./serve.ts"
import { collectItems } from "#app/podcast/feeds-in/collect-items.server.ts"
import { rss } from "./feed-fixtures.ts"
import { importItems } from "#app/podcast/feeds-in/import.server.ts"
import { manyItems } from "./import-stream-fixtures.ts"
import { anyNetwork } from "#app/kit/http/public-network.server.ts"
import { openRemoteFeed } from "#app/podcast/feeds-in/remote-feed.server.ts"
import { readDueFeeds } from "#app/podcast/feeds-in/remembered/read-due-feeds.server.ts"
import { rememberFeed } from "#app/podcast/feeds-in/remembered/remembered-feeds.server.ts"

type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** As if this machine were on the public internet. */
export const anywhere = anyNetwork

/** For tests: a host of feeds on this machine, which answers as told. */
export async function startFeedHost() {
  const responses = new Map<string, Answer>()
  const requests: IncomingMessage[] = []
  const { url, close } = await serve((request, response) => {
    requests.push(request)
    const reply = responses.get(request.url ?? "")
    if (reply) reply(response, request)
    else response.writeHead(404).end()
  })
  return {
    url,
    close,
    requests,
    reply: (path: string, reply: Answer) => void responses.set(path, reply),
  }
}

export const feedOf = (count: number, channel = "") => rss(channel + manyItems(count))
export const sendFeed =
  (feed: string, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(200, headers).end(feed)
export const sendStatus =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end()

/** Imports a feed by its address, as a host does, and so has it remembered. */
export async function importFeed(address: string) {
  const { origin, ...opened } = await openRemoteFeed(address, { guard: anywhere })
  const collected = await collectItems(opened)
  await importItems(collected.items, { onDone: rememberFeed({ ...collected, origin }) })
}

/** Reads what is due, on a network where this machine is public. */
export const readDue = (options: Parameters<typeof readDueFeeds>[0] = {}) =>
  readDueFeeds({ guard: anywhere, ...options })

export const makeDue = () => db.execute(sql`update feeds set due_at = now()`)
export const listRows = () => db.select().from(feeds).orderBy(feeds.id)

export async function onlyRow() {
  const [row] = await listRows()
  if (!row) throw new Error("no feed is remembered")
  return row
}

/** In how many minutes a feed is due. */
export async function minutesUntilDue() {
  const { rows } = await db.execute<{ minutes: number }>(
    sql`select extract(epoch from due_at - now())::float8 / 60 as minutes from feeds`,
  )
  return rows[0]?.minutes ?? NaN
}
