import type { ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import { eq, sql } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { wakeHere } from "#app/kit/lib/wake-job.server.ts"
import { listWorks } from "#app/office/jobs/works.server.ts"
import { tellCdn as tell } from "#app/site/cdn/tell-cdn.server.ts"
import { createApp } from "#server/app.ts"
import { openPages } from "#server/pages.ts"
import { PUBLIC_URL } from "#test/app.ts"
import { databaseUrl, useDatabase } from "#test/database.ts"
import { createEpisode, createMedium } from "#test/factories.ts"
import { createUser, openSession, sendForm } from "#test/people.ts"
import { serve } from "#test/serve.ts"
import { startJob } from "./job.server.ts"
import { noteStaleInCdn, tellCdn } from "./tell-cdn.server.ts"

type Told = { method: string; token: string; inHeader: string; tags: string[] }

const heard: Told[] = []
let answer: (response: ServerResponse) => void
let cdn: { purgeUrl: string; token: string }
const settings = getSettings()
const { signal } = new AbortController()

/** As if so much time had passed. */
const now = performance.now.bind(performance)
let ahead = 0
const pass = (seconds: number) => (ahead += seconds * 1_000)

useDatabase()
beforeAll(async () => {
  vi.spyOn(performance, "now").mockImplementation(() => now() + ahead)
  const { url, close } = await serve((request, response) => {
    void text(request).then((body) => {
      const { authorization = "", "cache-tag": inHeader = "" } = request.headers
      const { tags } = JSON.parse(body) as { tags: string[] }
      heard.push({ method: request.method ?? "", token: authorization, inHeader: String(inHeader), tags })
      answer(response)
    })
  })
  cdn = { purgeUrl: `${url}/purge`, token: "secret" }
  return close
})
beforeEach(async () => {
  answer = (response) => void response.writeHead(200).end("{}")
  applySettings({ ...settings, cdn })
  // What an earlier test left.
  pass(3_600)
  await tell({ signal })
  pass(3_600)
  heard.length = 0
  return () => applySettings(settings)
})

/** Hears of changes, and tells of them, while a test lasts. */
function openSite() {
  const pages = openPages({ publicUrl: PUBLIC_URL, databaseUrl, cdn })
  const stop = startJob(tellCdn)
  onTestFinished(async () => {
    await stop()
    await pages.close()
  })
}

const tagsOf = (calls: Told[]) => [...new Set(calls.flatMap(({ tags }) => tags))]
const workOfCdn = async () => (await listWorks()).find(({ name }) => name === "cdn")

describe("a CDN that is told", () => {
  test("2.11 it hears of a hundred saves in few calls, each with what changed, of what begins at once and of settings", async () => {
    openSite()
    // What changed before the start.
    await expect.poll(() => tagsOf(heard)).toContain("all")
    pass(60)
    heard.length = 0
    const { id } = await createEpisode()
    for (let n = 0; n < 100; n += 1)
      await db
        .update(episodes)
        .set({ title: `Titre ${n}` })
        .where(eq(episodes.id, id))
    await expect.poll(() => heard.length).toBe(1)
    expect(heard).toEqual([
      { method: "POST", token: "Bearer secret", inHeader: heard[0]?.tags.join(), tags: heard[0]?.tags },
    ])
    expect(tagsOf(heard)).toContain("episodes")
    expect(tagsOf(heard)).not.toContain("all")
    // What changes within ten seconds is told after them.
    await db.execute(sql`select pg_notify('cko_pages', 'all')`)
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(heard).toHaveLength(1)
    pass(10)
    wakeHere("cdn")
    await expect.poll(() => tagsOf(heard)).toContain("all")
    expect(heard).toHaveLength(2)
  })

  test("2.11 one that fails is told again, later each time, with what changed meanwhile", async () => {
    answer = (response) => void response.writeHead(429, { "Retry-After": "25" }).end()
    noteStaleInCdn("episodes")
    await tell({ signal })
    expect(await workOfCdn()).toMatchObject({
      failed: 1,
      failure: "Le CDN a répondu par une erreur (429).",
    })
    noteStaleInCdn("news")
    pass(24)
    await tell({ signal })
    expect(heard).toHaveLength(1)
    pass(1)
    answer = () => {}
    await tell({ signal, totalMs: 1_000 })
    expect(await workOfCdn()).toMatchObject({ failed: 1, failure: "Le CDN ne répond pas (late)." })
    pass(29)
    await tell({ signal })
    expect(heard).toHaveLength(2)
    answer = (response) => void response.writeHead(204).end()
    pass(1)
    await tell({ signal })
    expect(heard.map(({ tags }) => tags.toSorted())).toEqual([
      ["episodes"],
      ["episodes", "news"],
      ["episodes", "news"],
    ])
    expect(await workOfCdn()).toMatchObject({ failed: 0, failure: null })
    pass(3_600)
    await tell({ signal })
    expect(heard).toHaveLength(3)
  })

  test("2.11 what ends in the middle of telling is told again", async () => {
    const stopping = new AbortController()
    answer = () => stopping.abort()
    noteStaleInCdn("episodes/1")
    await tell({ signal: stopping.signal })
    answer = (response) => void response.writeHead(204).end()
    await tell({ signal })
    expect(heard.map(({ tags }) => tags)).toEqual([["episodes/1"], ["episodes/1"]])
  })

  test("more tags than are taken at once are all of their kind", async () => {
    for (let n = 0; n < 500; n += 1) noteStaleInCdn(`episodes/${n}`)
    noteStaleInCdn("media/key")
    await tell({ signal })
    expect(tagsOf(heard)).toEqual(["all", "media/key"])
  })

  test("2.11 a file that is deleted from the library leaves it", async () => {
    openSite()
    await expect.poll(() => tagsOf(heard)).toContain("all")
    const { id, key } = await createMedium({})
    pass(60)
    heard.length = 0
    const cookie = await openSession(await createUser("admin"))
    await sendForm(`/admin/media/${id}`, { intent: "delete", ids: String(id) }, { cookie })
    await expect.poll(() => tagsOf(heard)).toContain(`media/${key}`)
  })
})

test("2.11 without an address nothing is noted, asked or told", async () => {
  applySettings(settings)
  noteStaleInCdn("all")
  const stop = startJob({ ...tellCdn, firstMs: 0, run: () => Promise.reject(new Error("it has no turns")) })
  wakeHere("cdn")
  await stop()
  expect(await workOfCdn()).toBeUndefined()
  applySettings({ ...settings, cdn })
  await tell({ signal })
  expect(heard).toEqual([])
})

test("2.11 what anybody may keep says by what it is purged, and what nobody may keep does not", async () => {
  const app = createApp({ publicUrl: PUBLIC_URL, cdn })
  const tagOf = async (path: string) =>
    (await app.request(PUBLIC_URL + path)).headers.get("cache-tag") ?? undefined
  expect(await tagOf("/manifest.webmanifest")).toBe("all")
  expect(await tagOf("/recherche")).toBeUndefined()
  expect(await tagOf("/rien")).toBeUndefined()
})
