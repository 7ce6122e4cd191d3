import { hash } from "node:crypto"
import { z } from "zod"
import { shownPodcast } from "#app/base/settings/shown-podcast.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db, oncePerDatabase } from "#app/db/client.server.ts"
import { readSetting, writeSetting } from "#app/db/settings.server.ts"
import { findCover } from "./cover.server.ts"
import { FEED_PATH } from "./feed-address.ts"
import { listTrailers } from "./feed-episodes.server.ts"
import { guidOfFeed } from "./podcast-guid.ts"
import { writeFrame, writeHosts } from "./write-channel.ts"
import { addressed } from "./write-item.ts"
import { writeItems } from "./write-items.server.ts"

/**
 * The podcast's feed with all its public episodes that have a sound.
 *
 * @param publicUrl the site's address
 * @returns its bytes, and when what it says last changed
 */
export async function writeFeed(publicUrl: string) {
  const settings = siteSettings()
  const { podcast, presentation } = settings
  const hosts = writeHosts(presentation.hosts, publicUrl)
  const [guid, cover, trailers, items] = await Promise.all([
    findPodcastGuid(publicUrl),
    findCover(publicUrl),
    listTrailers(),
    writeItems({ publicUrl, isExplicit: podcast.isExplicit, hosts }),
  ])
  const facts = {
    publicUrl,
    guid,
    cover,
    trailers,
    copyright: shownPodcast().copyright,
  }
  const undated = writeFrame(settings, { ...facts, changedAt: new Date(0) })
  const changedAt = await findChange(undated.before + items.digest)
  const { before, after } = writeFrame(settings, { ...facts, changedAt })
  return {
    bytes: Buffer.concat([Buffer.from(before), ...items.items.map((item) => item.bytes), Buffer.from(after)]),
    changedAt,
  }
}

type Supporter = {
  /** Where their feed is. */
  ownPath: string
  /** Of their level; undefined of one whose support has ended, who hears what everybody does. */
  rank: number | undefined
  /** What stands in the addresses of their sounds. @param medium its key */
  keyFor: (medium: string) => string
}

/**
 * The feed of one supporter: everybody's, and what is theirs.
 *
 * @returns a digest of all that it says, and what writes its bytes: an app that has it already needs none
 */
export async function findSupporterFeed(publicUrl: string, { ownPath, rank, keyFor }: Supporter) {
  const { everybodys, supporters, ...found } = await findShared(publicUrl)
  const facts = { publicUrl, ...found, copyright: shownPodcast().copyright, ownPath }
  const { before, after } = writeFrame(siteSettings(), facts)
  const own = rank === undefined ? [] : supporters.items.filter((item) => item.rank <= rank)
  // Another rank of a level changes which of them these are, and no item.
  const said = [everybodys.digest, supporters.digest, own.map(({ id }) => id).join(), before, after]
  return { digest: hash("sha256", said.join("\n"), "base64url"), write }

  function write() {
    const replaced = new Set(own.map(({ id }) => id))
    const items = [
      ...everybodys.items.filter(({ id }) => !replaced.has(id)),
      ...own.map((item) => ({ ...item, bytes: Buffer.from(addressed(item.bytes.toString(), keyFor)) })),
    ].toSorted((one, other) => other.publishedAt.getTime() - one.publishedAt.getTime() || other.id - one.id)
    return Buffer.concat([Buffer.from(before), ...items.map(({ bytes }) => bytes), Buffer.from(after)])
  }
}

/** As long as pages are kept: comments close by the clock. */
const SHARED_MS = 60_000

type Shared = { publicUrl: string; at: number; parts: ReturnType<typeof readShared> }

/** What the feeds of all supporters are made of, where this process hears of changes (`forgetShared`). */
const shared = oncePerDatabase(() => ({ hearsChanges: false, kept: undefined as Shared | undefined }))

/** Something changed that feeds say, or may have. From then on what they are made of is kept until the next time. */
export function forgetShared() {
  Object.assign(shared(), { hearsChanges: true, kept: undefined })
}

function findShared(publicUrl: string) {
  const state = shared()
  const { kept, hearsChanges } = state
  if (kept?.publicUrl === publicUrl && performance.now() - kept.at < SHARED_MS) return kept.parts
  const parts = readShared(publicUrl)
  if (hearsChanges) {
    const made = { publicUrl, at: performance.now(), parts }
    state.kept = made
    parts.catch(() => state.kept === made && (state.kept = undefined))
  }
  return parts
}

async function readShared(publicUrl: string) {
  const { podcast, presentation } = siteSettings()
  const { isExplicit } = podcast
  const frame = { publicUrl, isExplicit, hosts: writeHosts(presentation.hosts, publicUrl) }
  const [guid, cover, trailers, everybodys, supporters] = await Promise.all([
    findPodcastGuid(publicUrl),
    findCover(publicUrl),
    listTrailers(),
    writeItems(frame),
    writeItems({ ...frame, isSupporters: true }),
  ])
  return { guid, cover, trailers, everybodys, supporters }
}

/**
 * What the podcast is known by whatever becomes of its feed's address: made of the first address under which the site could be
 * reached from outside, and kept.
 */
async function findPodcastGuid(publicUrl: string) {
  const stored = await readSetting("feed-guid", z.uuid())
  if (stored) return stored
  const guid = guidOfFeed(publicUrl + FEED_PATH)
  if (publicUrl.startsWith("https:")) await writeSetting(db, "feed-guid", guid)
  return guid
}

const stateSchema = z.object({ digest: z.string(), at: z.coerce.date() })

/**
 * When what a feed says last changed, to the second: also by what was deleted or set, of which no row tells. Remembered in the
 * database, so that all processes say the same, and say it after a restart.
 *
 * @param said all that it says, but for this
 */
async function findChange(said: string, now = new Date()) {
  const digest = hash("sha256", said, "base64url")
  const last = await readSetting("feed-state", stateSchema)
  if (last?.digest === digest) return last.at
  const second = Math.floor(now.getTime() / 1_000) * 1_000
  // Two changes within a second are two states.
  const at = new Date(Math.max(second, last ? last.at.getTime() + 1_000 : 0))
  await writeSetting(db, "feed-state", { digest, at: at.toISOString() })
  return at
}
