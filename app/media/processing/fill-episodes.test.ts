import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { asc, eq, sql } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { media } from "#app/db/schema/media.server.ts"
import { mediaAddress } from "#app/kit/lib/media.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { readSound } from "#app/podcast/episodes/sound.server.ts"
import { emptyDatabase, openTestDatabase } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import { createWholeUpload, makeWav } from "#test/media-samples.ts"
import { createUser } from "#test/people.ts"
import { workThroughMedia } from "./media-queue.server.ts"

let close: () => Promise<void>
let dataDir: string
beforeAll(async () => {
  close = await openTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), "cko-durations-"))
  applySettings({ ...getSettings(), dataDir })
})
afterAll(async () => {
  await close()
  await rm(dataDir, { recursive: true })
})
beforeEach(emptyDatabase)

/** A sound of the library as it is before the media worker has read it. */
async function createWaitingSound(seconds: number) {
  const { id: userId } = await createUser("admin")
  await createWholeUpload(makeWav({ seconds, sampleRate: 8_000 }), userId, "son")
  await workThroughMedia()
  const [sound] = await db
    .update(media)
    .set({ state: "waiting", attempts: 0, leasedUntil: null, durationMs: null, waveform: null })
    .returning()
  return mediaAddress(sound?.key ?? "", "son.wav")
}

const durations = () =>
  db
    .select({ seconds: episodes.durationSeconds, version: episodes.version })
    .from(episodes)
    .orderBy(asc(episodes.id))

test("an episode saved before its sound was read is told its duration, unless its host wrote one", async () => {
  const audioUrl = await createWaitingSound(2)
  await createEpisode({ audioUrl, durationSeconds: null })
  await createEpisode({ audioUrl, durationSeconds: 61 })
  await createEpisode({ audioUrl: "https://a.example/1.mp3", durationSeconds: null, description: audioUrl })
  await workThroughMedia()
  expect(await durations()).toEqual([
    { seconds: 2, version: 1 },
    { seconds: 61, version: 1 },
    { seconds: null, version: 1 },
  ])
})

test("an episode that is being saved while its sound is read is told its duration, too", async () => {
  const audioUrl = await createWaitingSound(60)
  let isRead = false
  const reading = workThroughMedia().finally(() => (isRead = true))
  await until(() => isRead || db.$count(media, eq(media.state, "working")))
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const saving = db.transaction(async (tx) => {
    const heard = await readSound(tx, { audioUrl, duration: null })
    held.resolve()
    await released.promise
    await tx.insert(episodes).values({ title: "T", ...("sound" in heard && heard.sound) })
  })
  await held.promise
  // Read already, it waits until the episode is saved; who was first is for the machine to say.
  await until(async () => isRead || (await isWaiting()))
  released.resolve()
  await Promise.all([saving, reading])
  expect(await durations()).toEqual([{ seconds: 60, version: 1 }])
})

const until = (condition: () => unknown) =>
  vi.waitFor(async () => expect(await condition()).toBeTruthy(), { timeout: 60_000 })

/** True while something of this database waits for a lock. */
async function isWaiting() {
  const { rows } = await db.execute(sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return rows.length > 0
}
