import { eq } from "drizzle-orm"
import { beforeAll, beforeEach, expect, test, vi } from "vitest"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { openPages } from "#server/pages.ts"
import { PUBLIC_URL } from "#test/app.ts"
import { databaseUrl, emptyDatabase, openTestDatabase } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import { anywhere, startHub } from "#test/hub-host.ts"
import { findHubState } from "#app/podcast/feed-out/hub/hub-state.server.ts"
import { startJob } from "./job.server.ts"
import { tellHub, tellHubIfDue } from "./tell-hub.server.ts"

vi.mock(import("#app/podcast/feed-out/hub/quiet-timer.ts"), async (original) => {
  const { createQuietTimer } = await original()
  return { createQuietTimer: (callBack) => createQuietTimer(callBack, 30, 1_000) }
})
import { wakeHere } from "#app/kit/lib/wake-job.server.ts"

let hub: Awaited<ReturnType<typeof startHub>>

beforeAll(async () => {
  const closeDatabase = await openTestDatabase()
  const pages = openPages({ publicUrl: PUBLIC_URL, databaseUrl })
  return async () => {
    await pages.close()
    await closeDatabase()
  }
})
beforeEach(async () => {
  await emptyDatabase()
  hub = await startHub()
  const stop = startJob({ ...tellHub, run: (turn) => tellHubIfDue(turn, { guard: anywhere }) })
  return async () => {
    await stop()
    await hub.close()
  }
})

const AUDIO = "https://sons.exemple.test/1.mp3"
/** Waits for the hub to know another state of the feed than this one. */
async function nextTold(before?: string) {
  let told: string | undefined
  const isNext = async () => {
    told = (await findHubState(hub.url))?.told ?? undefined
    return told !== undefined && told !== before
  }
  await expect.poll(isNext, { interval: 5 }).toBe(true)
  return told
}

test("37.7 a hub hears of a publication that was set for later, at its time and without a visit, and of a change", async () => {
  wakeHere("hub")
  const before = await nextTold()
  expect(hub.heard).toHaveLength(1)
  const publishedAt = new Date(Date.now() + 1_500)
  const { id } = await createEpisode({ audioUrl: AUDIO, publishedAt })
  // Nobody asks for the feed.
  const published = await nextTold(before)
  expect(Date.now()).toBeGreaterThanOrEqual(publishedAt.getTime())
  expect(hub.heard).toHaveLength(2)
  await db.update(episodes).set({ title: "Corrigé" }).where(eq(episodes.id, id))
  await nextTold(published)
  expect(hub.heard).toHaveLength(3)
})
