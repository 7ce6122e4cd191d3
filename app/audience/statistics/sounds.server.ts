import { and, eq, sql } from "drizzle-orm"
import { LRUCache } from "lru-cache"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { media, mediaFiles, mediaUses } from "#app/db/schema/media.server.ts"
import { getStore } from "#app/media/store/store.server.ts"

/** The sound of an episode, as far as its downloads depend on it. */
export type CountedSound = {
  episodeId: number
  /** None while nobody may hear it. */
  publishedAt: Date | null
  /** How long its file is, in bytes. */
  bytes: number
  /** How many different bytes of it make a download. */
  needed: number
}

/** What changes in a published episode is heard of within this time. */
const TTL_MS = 60_000
const known = new LRUCache<string, Promise<CountedSound | undefined>>({ max: 2_000, ttl: TTL_MS })

/** The sound that an address of the library leads to, by its key; undefined where no episode has it. */
export function findCountedSound(key: string) {
  const found = known.get(key) ?? find(key)
  known.set(key, found, { noUpdateTTL: true })
  const forget = () => known.delete(key)
  // Apps come the moment that it is published, when its hosts have just listened to it.
  found.then((sound) => sound?.publishedAt || forget(), forget)
  return found
}

async function find(key: string): Promise<CountedSound | undefined> {
  const [sound] = await db
    .select({
      episodeId: episodes.id,
      publishedAt:
        sql<Date | null>`case when ${episodes.isPublished} then ${episodes.publishedAt} end`.mapWith(
          episodes.publishedAt,
        ),
      bytes: mediaFiles.bytes,
      path: mediaFiles.path,
      durationMs: media.durationMs,
    })
    .from(media)
    .innerJoin(mediaFiles, and(eq(mediaFiles.mediumId, media.id), eq(mediaFiles.role, "main")))
    .innerJoin(mediaUses, and(eq(mediaUses.mediumId, media.id), eq(mediaUses.source, "episodes")))
    .innerJoin(episodes, eq(episodes.id, mediaUses.rowId))
    .where(and(eq(media.key, key), eq(media.kind, "audio")))
    .orderBy(episodes.id)
    .limit(1)
  if (!sound) return undefined
  const { path, durationMs, ...counted } = sound
  const head = await readHeadLength(path)
  return { ...counted, needed: neededBytes(counted.bytes, durationMs, head) }
}

const MINUTE_MS = 60_000

/**
 * How many bytes of a file make a download (PTM 2.3, 5.5.3): its head and a minute at its bit rate, of what is shorter or of
 * unknown length all of it.
 *
 * @param head how long what stands before the sound is, in bytes
 */
export function neededBytes(bytes: number, durationMs: number | null, head: number) {
  if (!durationMs || durationMs <= MINUTE_MS || head >= bytes) return Math.max(1, bytes)
  return Math.min(bytes, head + Math.ceil(((bytes - head) * MINUTE_MS) / durationMs))
}

const ID3_HEADER = 10

/** How long the ID3 tag is that a file begins with: its picture may be larger than a minute of sound. */
async function readHeadLength(path: string) {
  const start = Buffer.concat(
    await Array.fromAsync(await getStore().read(path, { start: 0, end: ID3_HEADER - 1 })),
  )
  return id3Length(start)
}

/** The length of an ID3v2 tag by its header, with it; 0 where there is none (id3.org, v2.4, 3.1). */
export function id3Length(start: Buffer) {
  if (start.length < ID3_HEADER || start.toString("latin1", 0, 3) !== "ID3") return 0
  const size = start.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 127), 0)
  const hasFooter = ((start[5] ?? 0) & 0x10) !== 0
  return ID3_HEADER + size + (hasFooter ? ID3_HEADER : 0)
}

/** As it is at the start of the site. */
export const forgetSounds = () => known.clear()
