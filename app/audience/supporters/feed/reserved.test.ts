import * as build from "virtual:react-router/server-build"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { eq, sql } from "drizzle-orm"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { supporters } from "#app/db/schema/supporters.server.ts"
import { transcripts } from "#app/db/schema/transcripts.server.ts"
import { mediaAddress } from "#app/kit/lib/media.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { getStore } from "#app/media/store/store.server.ts"
import { fillIndex } from "#app/site/search/fill-index.server.ts"
import { PUBLIC_URL, send } from "#test/app.ts"
import { openOwnDatabase } from "#test/database.ts"
import { createEpisode, createGuest, createLevel, createMedium } from "#test/factories.ts"
import { createMediaFile } from "#test/media-files.ts"
import { signInAsNew } from "#test/people.ts"
import { feedKeyOf, soundKeysOf } from "./supporter-keys.server.ts"

// What of a sound is for supporters leaves by no public address: whatever addresses there are, now and later, are asked for as a stranger.

const before = getSettings()
const dataDir = await mkdtemp(join(tmpdir(), "cko-reserved-"))
beforeAll(openOwnDatabase)
afterAll(async () => {
  applySettings(before)
  await rm(dataDir, { recursive: true })
})

/** What tells of each of these sounds, and stands nowhere else. */
const secretsOf = (name: string) => ({
  chapter: `causerie chapitre${name}`,
  bite: `causerie extrait${name}`,
  said: `causerie parole${name}`,
  youtube: `https://www.youtube.com/watch?v=tube${name}`,
  spotify: `https://open.spotify.com/episode/spot${name}`,
})

let count = 0
async function createSound() {
  count += 1
  const key = `son${count}`.padEnd(22, "x")
  const medium = await createMedium({
    key,
    kind: "audio",
    type: "audio/mpeg",
    title: `son-${count}.mp3`,
    durationMs: 60_000,
  })
  await createMediaFile(getStore(), `bytes of ${key}`, { mediumId: medium.id })
  return { key, address: mediaAddress(key, "son.mp3") }
}

async function createTold(name: string, values: Partial<typeof episodes.$inferInsert>) {
  const { chapter, bite, said, youtube, spotify } = secretsOf(name)
  const sound = await createSound()
  const episode = await createEpisode({
    title: `Épisode ${name}`,
    description: `Texte de ${name}`,
    audioUrl: sound.address,
    audioType: "audio/mpeg",
    durationSeconds: 60,
    chapters: [{ start: 0, title: chapter }],
    soundbites: [{ start: 0, duration: 5_000, title: bite }],
    youtubeUrl: youtube,
    spotifyUrl: spotify,
    publishedAt: new Date("2026-01-01T10:00:00Z"),
    ...values,
  })
  await db.insert(transcripts).values({
    episodeId: episode.id,
    cues: [{ start: 0, end: 1_000, speaker: "", text: said }],
    text: said,
    isPublished: true,
  })
  return { id: episode.id, name, key: sound.key, address: sound.address }
}

type Told = Awaited<ReturnType<typeof createTold>>
let open: Told, shown: Told, hidden: Told, early: Told, longer: Told
let other: { key: string; address: string }
const listeners = new Map<string, { id: number; feedNumber: number }>()

beforeAll(async () => {
  applySettings({ ...before, dataDir })
  const [low, high] = [
    await createLevel({ name: "Ami", rank: 1 }),
    await createLevel({ name: "Mécène", rank: 2 }),
  ]
  other = await createSound()
  open = await createTold("Ouvert", {})
  shown = await createTold("Montré", { reservedFor: "always" })
  hidden = await createTold("Caché", {
    reservedFor: "always",
    reservedLevelId: high.id,
    isReservedHidden: true,
  })
  early = await createTold("Tôt", { reservedFor: "days", reservedDays: 3650, reservedLevelId: low.id })
  longer = await createTold("Long", { supporterAudioUrl: other.address })
  const guest = await createGuest({ name: "Awa", slug: "awa" })
  for (const { id } of [open, shown, hidden, early, longer])
    await db.execute(
      sql`insert into episode_guests (episode_id, guest_id, position) values (${id}, ${guest.id}, 0)`,
    )
  for (const [name, values] of Object.entries({
    none: {},
    low: { levelId: low.id },
    high: { levelId: high.id },
    ended: { levelId: high.id, until: "2026-01-31" },
    without: { levelId: high.id, hasFeed: false },
  })) {
    const [made] = await db
      .insert(supporters)
      .values({ email: `${name}@cko.test`, ...values })
      .returning({ id: supporters.id, feedNumber: supporters.feedNumber })
    if (made) listeners.set(name, made)
  }
  await fillIndex()
})

const listener = (name: string) => listeners.get(name) ?? { id: 0, feedNumber: 0 }
const feedOf = async (name: string) => send(`/soutiens/${await feedKeyOf(listener(name))}.xml`)
const soundOf = async (name: string, key: string) =>
  send(`/soutiens/sons/${(await soundKeysOf(listener(name)))(key)}/${key}/son.mp3`)

/** What must stand in no answer to a stranger: of all that is reserved, and the sound that replaces an open one. */
function secrets() {
  return [shown, hidden, early]
    .flatMap(({ key, name }) => [key, ...Object.values(secretsOf(name))])
    .concat(other.key)
}

/** Values of the parts of addresses that stand for something: each episode, and what leads to it. */
const VALUES: Record<string, () => string[]> = {
  id: () => [open, shown, hidden, early, longer].map(({ id }) => String(id)),
  episodes: () => [[open, shown, hidden, early].map(({ id }) => id).join("-")],
  slug: () => ["awa"],
}
/** What is asked for beside the bare address. */
const QUERIES: Record<string, string[]> = {
  "/recherche": ["?q=causerie", "?q=Épisode", "?q=Texte"],
  "/recherche/suggestions": ["?q=causerie", "?q=Épisode"],
  "/episodes": ["?q=Montré", "?q=Caché", "?page=2"],
  "/episodes.xml": ["?q=Montré", "?q=Caché", "?q=Tôt"],
  "/oembed": ["open", "shown"].map(
    (_, at) => `?url=${encodeURIComponent(`${PUBLIC_URL}/episodes/${at + 1}`)}`,
  ),
}

/** All addresses without a session that the routes know, with each value. */
function publicAddresses() {
  const found = new Set<string>()
  for (const route of Object.values(build.routes)) {
    if (!route || !("module" in route)) continue
    let path = ""
    for (let at: typeof route | undefined = route; at; at = build.routes[at.parentId ?? ""])
      if (at.path) path = `/${at.path}${path}`
    if (path.startsWith("/admin") || path.includes("*")) continue
    const parts = path.split("/").filter(Boolean)
    const filled = parts.reduce<string[]>(
      (starts, part) => {
        const name = /^:(\w+)/.exec(part)?.[1]
        const values = name === undefined ? [part] : (VALUES[name]?.() ?? ["1"])
        return starts.flatMap((start) => values.map((value) => `${start}/${value}`))
      },
      [""],
    )
    for (const one of filled) {
      found.add(one || "/")
      for (const query of QUERIES[one] ?? []) found.add(one + query)
    }
  }
  return [...found]
}

async function textOf(path: string) {
  const response = await send(path)
  return `${[...response.headers].join("\n")}\n${await response.text()}`
}

describe("55.2 nothing of a sound that is for supporters leaves by another address", () => {
  test("of all that the site has, as a page and as its data", { timeout: 120_000 }, async () => {
    const addresses = publicAddresses()
    expect(addresses.length).toBeGreaterThan(60)
    const leaks: string[] = []
    for (const address of addresses) {
      const [pathname = "", search] = address.split("?")
      const data = `${pathname === "/" ? "/_root" : pathname}.data${search ? `?${search}` : ""}`
      for (const path of [address, data]) {
        const text = await textOf(path)
        leaks.push(
          ...secrets()
            .filter((secret) => text.includes(secret))
            .map((secret) => `${path}: ${secret}`),
        )
      }
    }
    expect(leaks).toEqual([])
  })

  test("and the walk finds those of an open one", async () => {
    const page = await textOf(`/episodes/${open.id}`)
    const { chapter, bite, said, youtube } = secretsOf("Ouvert")
    for (const told of [open.key, chapter, bite, said, youtube]) expect(page).toContain(told)
    expect(await textOf("/recherche?q=causerie")).toContain("Épisode Ouvert")
    expect(await textOf("/feed.xml")).toContain(open.key)
  })

  test("a page that is shown says so, one that is hidden is missing", async () => {
    const page = await send(`/episodes/${shown.id}`)
    expect(page.status).toBe(200)
    const html = await page.text()
    expect(html).toContain("Réservé aux soutiens")
    expect(html).toContain("Texte de Montré")
    expect(await textOf(`/episodes/${early.id}`)).toMatch(/À écouter par tout le monde le \d+ décembre 2035/)
    expect((await send(`/episodes/${hidden.id}`)).status).toBe(404)
    for (const list of ["/episodes", "/sitemap.xml", "/guests/awa", "/"])
      expect(await textOf(list)).not.toContain("Caché")
    expect((await send(`/episodes/${shown.id}/chapters.json`)).status).toBe(404)
    expect((await send(`/episodes/${shown.id}/transcript.vtt`)).status).toBe(404)
  })

  test("the library gives it to the team alone, and lets nobody keep it", async () => {
    for (const { address } of [shown, hidden, early, other]) expect((await send(address)).status).toBe(404)
    for (const { address } of [open, longer]) expect((await send(address)).status).toBe(200)
    const cookie = await signInAsNew("admin")
    const heard = await send(shown.address, { headers: { Cookie: cookie } })
    expect(heard.status).toBe(200)
    expect(heard.headers.get("Cache-Control")).toBe("private, no-store")
    const reader = await signInAsNew("user")
    expect((await send(shown.address, { headers: { Cookie: reader } })).status).toBe(404)
  })
})

describe("55.3 a supporter's feed", () => {
  test.each([
    ["none", ["Ouvert", "Montré", "Long"]],
    ["low", ["Ouvert", "Montré", "Tôt", "Long"]],
    ["high", ["Ouvert", "Montré", "Caché", "Tôt", "Long"]],
    ["ended", ["Ouvert", "Long"]],
  ])("of one with the level « %s » has what is theirs", async (name, expected) => {
    const response = await feedOf(name)
    expect(response.status).toBe(200)
    const xml = await response.text()
    const all = [open, shown, hidden, early, longer].map((one) => one.name)
    expect(all.filter((one) => xml.includes(`Épisode ${one}<`)).toSorted()).toEqual(expected.toSorted())
    expect(xml).toContain("<itunes:block>Yes</itunes:block>")
    expect(xml).not.toContain('rel="hub"')
    expect(xml).not.toContain(`/episodes/${shown.id}/chapters.json`)
    expect(response.headers.get("Cache-Control")).toBe("private, no-cache")
    expect(response.headers.get("X-Robots-Tag")).toBe("noindex")
    const again = await send(`/soutiens/${await feedKeyOf(listener(name))}.xml`, {
      headers: { "If-None-Match": response.headers.get("ETag") ?? "" },
    })
    expect(again.status).toBe(304)
    // Each sound of it is there.
    const sounds = [...xml.matchAll(/<enclosure url="([^"]+)"/g)].map(([, url = ""]) =>
      url.replace(PUBLIC_URL, ""),
    )
    expect(sounds).toHaveLength(expected.length)
    for (const sound of sounds) expect((await send(sound)).status).toBe(200)
    expect(sounds.filter((sound) => sound.startsWith("/soutiens/sons/")).length).toBe(
      name === "ended" ? 0 : expected.length - 1,
    )
  })

  test("of nobody, or taken away, is missing", async () => {
    expect((await feedOf("without")).status).toBe(404)
    const key = await feedKeyOf(listener("high"))
    for (const forged of [`${key}x`, key.replace(/^\d+/, "999"), key.replace(/-.*/, "-"), "%00", "1", key])
      expect([forged, (await send(`/soutiens/${forged}${forged === key ? "" : ".xml"}`)).status]).toEqual([
        forged,
        404,
      ])
  })

  test("is void once there is another one, with all of its sounds", async () => {
    const old = { ...listener("none") }
    const path = `/soutiens/${await feedKeyOf(old)}.xml`
    const sound = `/soutiens/sons/${(await soundKeysOf(old))(shown.key)}/${shown.key}/son.mp3`
    expect((await send(sound)).status).toBe(200)
    await db.update(supporters).set({ feedNumber: 2 }).where(eq(supporters.id, old.id))
    expect([(await send(path)).status, (await send(sound)).status]).toEqual([404, 404])
    listeners.set("none", { ...old, feedNumber: 2 })
    expect((await feedOf("none")).status).toBe(200)
  })

  test("gives the sounds of its rank, and no other", async () => {
    const status = async (name: string, key: string) => (await soundOf(name, key)).status
    expect(await status("low", early.key)).toBe(200)
    expect(await status("low", hidden.key)).toBe(404)
    expect(await status("none", early.key)).toBe(404)
    expect(await status("ended", shown.key)).toBe(404)
    expect(await status("ended", open.key)).toBe(200)
    const key = (await soundKeysOf(listener("high")))(shown.key)
    expect((await send(`/soutiens/sons/${key}/${hidden.key}/son.mp3`)).status).toBe(404)
    const heard = await soundOf("high", hidden.key)
    expect(heard.headers.get("Cache-Control")).toBe("private, no-store")
    const part = await send(
      `/soutiens/sons/${(await soundKeysOf(listener("high")))(hidden.key)}/${hidden.key}/x.mp3`,
      {
        headers: { Range: "bytes=0-3" },
      },
    )
    expect([part.status, await part.text()]).toEqual([206, "byte"])
  })
})

test("55.1 what opens by itself is found, read and heard by all from then on", async () => {
  await db.update(episodes).set({ reservedDays: 1 }).where(eq(episodes.id, early.id))
  await db.execute(sql`update search_documents set indexed_at = '2026-01-01' where item_id = ${early.id}`)
  await fillIndex()
  expect((await send(early.address)).status).toBe(200)
  expect(await textOf("/recherche?q=causerie")).toContain("Épisode Tôt")
  expect(await textOf("/feed.xml")).toContain(early.key)
})
