import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { countWaiting, findWaiting } from "#app/office/waiting/waiting.server.ts"
import { PUBLIC_URL, send } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import { readHtml } from "#test/html.ts"
import { createUser, openSession, sendForm } from "#test/people.ts"
import { setSettings } from "#test/site-settings.ts"
import { anywhere, makeHubDue, startHub } from "#test/hub-host.ts"
import { delayBeforeNext } from "./hub-schedule.ts"
import { describeAnswer } from "./hub.copy.ts"
import { findHubState, takeHub } from "./hub-state.server.ts"
import { tellHub } from "./tell-hub.server.ts"

let hub: Awaited<ReturnType<typeof startHub>>

useDatabase()
beforeEach(async () => {
  hub = await startHub()
  return () => hub.close()
})

const AUDIO = "https://sons.exemple.test/1.mp3"
const tell = () => tellHub({ guard: anywhere, totalMs: 20_000 })
const outcomes = async (count: number) => (await Promise.all(Array.from({ length: count }, tell))).sort()
const MESSAGE = `POST application/x-www-form-urlencoded;charset=UTF-8 hub.mode=publish&hub.url=${encodeURIComponent(`${PUBLIC_URL}/feed.xml`)}`

describe("the hub of the feed", () => {
  test("is named in the feed and beside it", async () => {
    const response = await send("/feed.xml")
    expect(response.headers.get("link")).toBe(`<${hub.url}>; rel="hub", <${PUBLIC_URL}/feed.xml>; rel="self"`)
    expect(await response.text()).toContain(`<atom:link href="${hub.url}" rel="hub"/>`)
    await setSettings("feed", { hub: "" })
    const without = await send("/feed.xml")
    expect(without.headers.get("link")).toBe(`<${PUBLIC_URL}/feed.xml>; rel="self"`)
    expect(await without.text()).not.toContain('rel="hub"')
  })

  test("37.7 is told once it is chosen, and then of each change that subscribers see", async () => {
    const { id } = await createEpisode({ audioUrl: AUDIO })
    expect(await tell()).toBe("told")
    expect(await tell()).toBe("known")
    for (const change of [
      () => db.update(episodes).set({ title: "Autre" }).where(eq(episodes.id, id)),
      () => setSettings("podcast", { description: "Autrement" }),
      () => db.delete(episodes).where(eq(episodes.id, id)),
    ]) {
      await change()
      expect(await tell()).toBe("told")
      expect(await tell()).toBe("known")
    }
    // Nobody sees them.
    await createEpisode({ audioUrl: AUDIO, isPublished: false })
    await setSettings("mail", { smtpPort: 26 })
    expect(await tell()).toBe("known")
    expect(hub.heard).toEqual([MESSAGE, MESSAGE, MESSAGE, MESSAGE])
  })

  test("is told by one process, once, and by another one after that was killed", async () => {
    const many = await outcomes(4)
    expect(many.filter((outcome) => outcome === "told")).toHaveLength(1)
    // Who came after it was told.
    expect(many.filter((outcome) => !["busy", "known", "told"].includes(outcome))).toEqual([])
    await createEpisode({ audioUrl: AUDIO })
    const killed = await takeHub(hub.url)
    expect(killed).toBeDefined()
    expect(await tell()).toBe("busy")
    await db.execute(sql`update settings set
      value = value || jsonb_build_object('leasedUntil', now() - interval '1 second') where name = 'feed-hub'`)
    expect(await tell()).toBe("told")
    expect(hub.heard).toHaveLength(2)
  })

  test("37.7 that fails is tried again at its time, and at once when there is more to tell", async () => {
    hub.answer = (response) => void response.writeHead(500, { "Retry-After": "3600" }).end("Pas maintenant")
    expect(await tell()).toBe("failed")
    expect(await tell()).toBe("known")
    await makeHubDue()
    expect(await tell()).toBe("failed")
    const state = await findHubState(hub.url)
    expect(state).toMatchObject({ failures: 2, code: "500", told: null })
    expect(state?.dueAt?.getTime()).toBeGreaterThan(Date.now() + 3_000_000)
    await createEpisode({ audioUrl: AUDIO })
    expect(await tell()).toBe("failed")
    hub.answer = (response) => void response.writeHead(204).end()
    expect(await tell()).toBe("known")
    await makeHubDue()
    expect(await tell()).toBe("told")
    expect(await findHubState(hub.url)).toMatchObject({ failures: 0, code: "204", dueAt: null })
    expect(hub.heard).toHaveLength(4)
  })

  test("that never answers is waited for a while only", async () => {
    hub.answer = () => {}
    expect(await tellHub({ guard: anywhere, totalMs: 50 })).toBe("failed")
    expect(await findHubState(hub.url)).toMatchObject({ code: "late", failures: 1 })
  })

  test("is not followed elsewhere, nor looked for inside", async () => {
    hub.answer = (response) => void response.writeHead(302, { location: `${hub.url}ailleurs` }).end()
    expect(await tell()).toBe("failed")
    expect((await findHubState(hub.url))?.code).toBe("302")
    await setSettings("feed", { hub: hub.url.replace("127.0.0.1", "localhost") })
    expect(await tellHub()).toBe("failed")
    expect((await findHubState(hub.url.replace("127.0.0.1", "localhost")))?.code).toBe("private")
    expect(hub.heard).toHaveLength(1)
  })

  test("of a wrong address is one that cannot be reached", async () => {
    const wrong = "https://nom:secret@hub.exemple.test/"
    await setSettings("feed", { hub: wrong })
    expect(await tell()).toBe("failed")
    expect((await findHubState(wrong))?.code).toBe("network")
  })

  test("another one begins anew", async () => {
    expect(await tell()).toBe("told")
    await setSettings("feed", { hub: `${hub.url}autre` })
    expect(await findHubState(`${hub.url}autre`)).toBeUndefined()
    expect(await tell()).toBe("told")
    await setSettings("feed", { hub: "" })
    expect(await tell()).toBe("none")
    expect(hub.heard).toHaveLength(2)
  })
})

describe("/admin/feed", () => {
  test("tells what the hub knows, what went wrong, and asks for more", async () => {
    const admin = await createUser("admin")
    const cookie = await openSession(admin)
    const panel = async () => {
      const response = await send("/admin/feed", { headers: { cookie } })
      return readHtml(await response.text()).get("section", { id: "hub" }).text
    }
    const attention = async () =>
      (await findWaiting(countWaiting({ ...admin, rights: [] }))).waits.map(({ to }) => to)
    expect(await panel()).toContain("Prévenu jamais")
    hub.answer = (response) => void response.writeHead(410).end()
    await tell()
    expect(await attention()).not.toContain("/admin/feed#hub")
    await makeHubDue()
    await tell()
    expect(await attention()).toContain("/admin/feed#hub")
    const told = await panel()
    expect(told).toContain("Le relais a refusé le message (410).")
    expect(told).toContain("2 échecs, le dernier à l’instant.")
    hub.answer = (response) => void response.writeHead(200).end()
    expect((await sendForm("/admin/feed", { intent: "tell-hub" }, { cookie })).status).toBe(200)
    expect(await panel()).toContain("En cours…")
    // Also what it knows of.
    expect(await tell()).toBe("told")
    await sendForm("/admin/feed", { intent: "tell-hub" }, { cookie })
    expect(await tell()).toBe("told")
    expect(await panel()).toContain("Réponse Le relais a répondu\u00a0: 200.")
    await setSettings("feed", { hub: "" })
    expect(await panel()).toContain("Choisir un relais")
    expect((await sendForm("/admin/feed", { intent: "tell-hub" }, { cookie })).status).toBe(404)
  })
})

test("each attempt waits longer, up to a day, and as long as the hub asks for", () => {
  const delays = [1, 2, 3, 8, 9, 1_000].map((failures) => delayBeforeNext(failures, 0, 0))
  expect(delays).toEqual([30, 120, 600, 43_200, 86_400, 86_400])
  expect(delayBeforeNext(1, 300, 1)).toBe(360)
  expect(delayBeforeNext(1, 1e9, 0)).toBe(86_400)
})

test.each([
  ["204", "Le relais a répondu\u00a0: 204."],
  ["301", "Le relais renvoie à une autre adresse (301)\u00a0: indiquez celle-là dans les réglages."],
  ["404", "Le relais a refusé le message (404)."],
  ["late", "Le relais n’a pas répondu à temps."],
  ["ECONNREFUSED", "Le relais est injoignable (ECONNREFUSED)."],
])("%s is said in words", (code, words) => {
  expect(describeAnswer(code)).toBe(words)
})
