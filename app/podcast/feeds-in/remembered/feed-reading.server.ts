import { createHash } from "node:crypto"
import { inArray } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { isUnavailable } from "#app/db/errors.server.ts"
import { feedItems } from "#app/db/schema/content.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { collectItems } from "../collect-items.server.ts"
import { FeedError, FeedStatusError, LedHereError } from "../feed-error.ts"
import { MAX_FEED_BYTES, TOO_LARGE } from "../feed-limits.ts"
import type { OpenedFeed } from "../feed-source.server.ts"
import { importItems } from "../import.server.ts"
import type { SerializedItem } from "../serialized-item.ts"
import type { AddressGuard } from "#app/kit/http/public-network.server.ts"
import { openChangedFeed, openRemoteFeed } from "../remote-feed.server.ts"
import { nameFeed, normalizeFeedAddress } from "./feed-address.ts"
import {
  giveBack,
  LeaseLostError,
  settleFailure,
  settleImport,
  settleMovedHere,
  settleUnchanged,
  type TakenFeed,
} from "./feed-lease.server.ts"
import type { ReadFeed } from "./feed-outcome.server.ts"
import { parseRetryAfter } from "#app/kit/http/retry-after.ts"
import { delayAfterFailure } from "./feed-schedule.ts"

export type ReadingOptions = {
  guard?: AddressGuard
  signal?: AbortSignal
  timeoutMs?: number
  totalMs?: number
  isHere?: (address: string) => boolean
}

/**
 * Reads a taken feed and imports what changed in it, by the same rules as an import by hand. What goes wrong is written
 * down for the hosts, and tried again later; a `signal` gives the feed back as it was.
 */
export async function readTakenFeed(feed: TakenFeed, options: ReadingOptions) {
  try {
    await read(feed, options)
  } catch (error) {
    if (error instanceof LeaseLostError) return
    if (options.signal?.aborted) return giveBack(feed)
    if (error instanceof LedHereError) {
      // For a while: tomorrow its host may show it again.
      const unchanged = { address: feed.url, etag: null, lastModified: null }
      return error.isPermanent ? settleMovedHere(feed) : settleUnchanged(feed, unchanged)
    }
    await fail(feed, error)
  }
}

async function read(feed: TakenFeed, options: ReadingOptions) {
  // Who asks wants all of it read anew: the site may understand today what it did not understand before.
  const known = feed.isAsked ? NOTHING_KNOWN : feed
  const opened = await openChangedFeed(feed.url, known, options)
  if (!opened.source) return settleUnchanged(feed, opened.origin)
  const body = await download(opened.source)
  if (body.digest === known.digest) return settleUnchanged(feed, opened.origin)
  const found = await collectItems({ ...opened, source: body.source })
  const latest = await followMove(feed, { ...found, origin: opened.origin }, options)
  if (latest.items.length === 0) throw new FeedError(NO_ITEMS)
  if (!(await isFamiliar(latest.items))) throw new FeedError(STRANGE)
  const source = { id: feed.id, title: nameFeed({ ...latest.channel, url: feed.url }), isRoutine: true }
  const report = await importItems(latest.items, { source, onDone: settleImport(feed, latest) })
  log.info({ feed: feed.id, created: report.created, updated: report.updated }, "feed read")
}

async function fail(feed: TakenFeed, error: unknown) {
  const failures = feed.failures + 1
  const isExpected = error instanceof FeedError
  if (!isExpected && isUnavailable(error)) throw error
  if (isExpected) log.warn({ feed: feed.id, failures, reason: error.message }, "feed not read")
  else log.error(error, "feed not read")
  const { status, retryAfter = null } = error instanceof FeedStatusError ? error : {}
  const delay = delayAfterFailure(
    getSettings().feedIntervalMinutes,
    failures,
    parseRetryAfter(retryAfter, new Date()),
  )
  if (status === 410) await settleFailure(feed, GONE, delay, false)
  else await settleFailure(feed, isExpected ? error.message : UNEXPECTED, delay, true)
}

/** A feed that says that it moved is read where it moved to, if that is the same podcast and can be read. */
async function followMove(feed: TakenFeed, found: ReadFeed, options: ReadingOptions): Promise<ReadFeed> {
  const address = normalizeFeedAddress(found.channel?.newFeedUrl ?? "")
  if (!address || address === feed.url || address === normalizeFeedAddress(found.origin.address)) return found
  try {
    const { origin, ...opened } = await openRemoteFeed(address, options)
    const body = await download(opened.source)
    const moved = await collectItems({ ...opened, source: body.source })
    return (await isFamiliar(moved.items)) ? { ...moved, origin } : found
  } catch (error) {
    if (!(error instanceof FeedError) || options.signal?.aborted) throw error
    log.warn({ feed: feed.id, reason: error.message }, "feed not read at its new address")
    return found
  }
}

/**
 * True when the site knows an episode of these, of which some are looked at. Where nobody looks on, an address that leads
 * to another podcast altogether (a domain that was sold) must not fill the site.
 */
async function isFamiliar(items: SerializedItem[]) {
  const step = Math.ceil(items.length / MAX_LOOKED_AT)
  const guids = items.filter((_item, index) => index % step === 0).map(({ guid }) => guid)
  const [known] = await db
    .select({ guid: feedItems.guid })
    .from(feedItems)
    .where(inArray(feedItems.guid, guids))
    .limit(1)
  return known !== undefined
}

/** Takes a whole body before anything is made of it: an unchanged one costs no more than this. */
async function download(source: OpenedFeed["source"]) {
  const hash = createHash("sha256")
  const blocks: Buffer[] = []
  let room = Buffer.alloc(0)
  let total = 0
  for await (const chunk of source) {
    total += chunk.length
    if (total > MAX_FEED_BYTES) throw new FeedError(TOO_LARGE)
    hash.update(chunk)
    // Copied into blocks: of a body in tiny pieces, the pieces themselves would take most of the memory.
    for (let rest = chunk; rest.length > 0;) {
      if (room.length === 0) blocks.push((room = Buffer.alloc(BLOCK_BYTES)))
      const piece = rest.subarray(0, room.length)
      room.set(piece)
      room = room.subarray(piece.length)
      rest = rest.subarray(piece.length)
    }
  }
  const last = blocks.pop()
  if (last) blocks.push(last.subarray(0, last.length - room.length))
  return { source: drain(blocks), digest: hash.digest("base64url") }
}

/** Piece by piece: what was read is let go. */
async function* drain(blocks: Buffer[]) {
  for (let block = blocks.shift(); block; block = blocks.shift()) yield block
}

const NOTHING_KNOWN = { etag: null, lastModified: null, digest: null }
const MAX_LOOKED_AT = 500
const BLOCK_BYTES = 65_536
const GONE = "Le flux n’existe plus à cette adresse\u00a0: sa lecture automatique est arrêtée."
const NO_ITEMS = "Ce flux ne contient plus aucun épisode\u00a0: rien n’a été changé."
const STRANGE =
  "Ce flux ne contient plus aucun épisode connu du site\u00a0: est-ce encore le même podcast\u202f? Rien n’a été changé."
const UNEXPECTED = "La lecture a échoué. Le journal du site dit pourquoi."
