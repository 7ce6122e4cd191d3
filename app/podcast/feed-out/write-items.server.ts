import { createHash, hash } from "node:crypto"
import { setImmediate } from "node:timers/promises"
import { areCommentsOpen } from "../episodes/open-comments.server.ts"
import {
  EVERYBODYS,
  type ListedEpisode,
  listFeedEpisodes,
  readFeedEpisodes,
  SUPPORTERS,
} from "./feed-episodes.server.ts"
import { feedNotes, notesOfMany } from "./feed-notes.server.ts"
import { type FeedFrame, writeItem } from "./write-item.ts"

/** How many are read at once, of how many slices, and for how long at most nobody else is answered meanwhile. */
const SLICE = 200
const AHEAD = 3
const TURN_MS = 8
/** What is cached of the items of the last writing: those of ten thousand episodes. In bytes. */
const MAX_CACHED = 64_000_000

/** As they were written last, by all that they depend on: between two writings few episodes change. */
const cached = { everybodys: new Map<string, Buffer>(), supporters: new Map<string, Buffer>() }

/** An episode as it stands in a feed. */
export type WrittenItem = ListedEpisode & { bytes: Buffer }

/**
 * All items of the feed, newest first; or those that supporters get instead or beside, of all ranks. Ten thousand are written in
 * turns, between which others are answered.
 *
 * @returns each with its bytes, and a digest of them
 */
export async function writeItems(frame: FeedFrame) {
  const frameKey = hash("sha1", JSON.stringify(frame), "base64")
  const [whose, source] = frame.isSupporters
    ? (["supporters", SUPPORTERS] as const)
    : (["everybodys", EVERYBODYS] as const)
  const listed = await listFeedEpisodes(source)
  const wanted = listed.map((episode) => {
    const isOpen = areCommentsOpen(episode)
    return { ...episode, isOpen, key: `${episode.print}${isOpen ? "+" : "-"}${frameKey}` }
  })
  const known = cached[whose]
  const written = await writeMissing(
    wanted.filter(({ key }) => !known.has(key)),
    frame,
  )
  const items: WrittenItem[] = []
  const toCache = new Map<string, Buffer>()
  const digest = createHash("sha256")
  const turn = createTurn()
  let bytes = 0
  for (const { key, isOpen: _isOpen, ...episode } of wanted) {
    const piece = known.get(key) ?? written.get(key)
    // Deleted meanwhile.
    if (!piece) continue
    items.push({ ...episode, bytes: piece })
    digest.update(piece)
    bytes += piece.length
    if (bytes <= MAX_CACHED) toCache.set(key, piece)
    await turn()
  }
  cached[whose] = toCache
  return { items, digest: digest.digest("base64url") }
}

type Wanted = ListedEpisode & { isOpen: boolean; key: string }

async function writeMissing(missing: Wanted[], frame: FeedFrame) {
  const written = new Map<string, Buffer>()
  const turn = createTurn()
  // The database, the thread that renders and this one work on different slices at the same time.
  for await (const { slice, episodes, known } of readAhead(missing, frame)) {
    for (const episode of episodes) {
      const { key = "", isOpen = false } = slice.get(episode.id) ?? {}
      const notes = known.get(episode.id) ?? (await feedNotes(episode, frame.publicUrl))
      written.set(key, Buffer.from(writeItem(episode, notes, { ...frame, areCommentsOpen: isOpen })))
      await turn()
    }
  }
  return written
}

async function* readAhead(missing: Wanted[], { publicUrl, isSupporters }: FeedFrame) {
  const read = async (start: number) => {
    const slice = new Map(missing.slice(start, start + SLICE).map((one) => [one.id, one]))
    const episodes = await readFeedEpisodes([...slice.keys()], isSupporters ? SUPPORTERS : EVERYBODYS)
    return { slice, episodes, known: await notesOfMany(episodes, publicUrl) }
  }
  const begun: ReturnType<typeof read>[] = []
  for (let start = 0; start < missing.length; start += SLICE) {
    const reading = read(start)
    // When one fails, nobody waits any more for those after it.
    reading.catch(() => undefined)
    begun.push(reading)
    const first = begun.length === AHEAD && begun.shift()
    if (first) yield await first
  }
  for (const reading of begun) yield await reading
}

/** Lets others be answered once it was called for long enough. */
function createTurn() {
  let start = performance.now()
  return async () => {
    if (performance.now() - start < TURN_MS) return
    await setImmediate()
    start = performance.now()
  }
}
