import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "drizzle-orm"
import { pino } from "pino"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { writeTotals } from "#app/audience/statistics/day-totals.server.ts"
import { writeDeliveries } from "#app/audience/statistics/deliveries.server.ts"
import { foldDays } from "#app/audience/statistics/fold-days.server.ts"
import { db } from "#app/db/client.server.ts"
import { mediaUses } from "#app/db/schema/media.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { getStore } from "#app/media/store/store.server.ts"
import { openPages } from "#server/pages.ts"
import { PUBLIC_URL } from "#test/app.ts"
import { databaseUrl, useDatabase } from "#test/database.ts"
import { createEpisode, createMedium } from "#test/factories.ts"
import { createMediaFile } from "#test/media-files.ts"
import { serve } from "#test/serve.ts"
import { PATIENCE } from "#test/setup.ts"

const before = getSettings()
const dataDir = await mkdtemp(join(tmpdir(), "cko-nobody-"))
const lines: string[] = []
let site = { url: "" }
useDatabase()
beforeAll(async () => {
  applySettings({ ...before, dataDir })
  // A level set anew gives back the real methods, which the set-up of all tests replaced.
  log.level = "debug"
  Reflect.set(log, pino.symbols.streamSym, { write: (line: string) => lines.push(line) })
  const pages = openPages({ publicUrl: PUBLIC_URL, databaseUrl, trustedProxies: 1 })
  const served = await serve(pages.listener)
  site = served
  return async () => {
    await served.close()
    await pages.close()
  }
})
afterAll(async () => {
  applySettings(before)
  await rm(dataDir, { recursive: true })
})

const ADDRESSES = ["203.0.113.77", "2001:db8:aa7:bb7:cc7:dd7:ee7:ff7"]
const AGENTS = [
  "AntennaPod/3.5.7 (zanzibar)",
  "Overcast/3.0.8-tombouctou (+http://overcast.fm/; iOS podcast app)",
  "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0 samarcande",
]
const REFERRER = "https://blog.example/chemin-valparaiso/page?jeton=oulan-bator"
/** What tells who it was, whole or in part: in words, which no time in the log has by chance. */
const PARTS = ["zanzibar", "tombouctou", "samarcande", "valparaiso", "oulan-bator", "2001:db8:aa7:bb7"]
const TELLING = [...ADDRESSES, ...AGENTS, ...PARTS]

test("48.4 neither database, data folder nor log has addresses, user agents or where somebody came from", async () => {
  const { id: rowId } = await createEpisode()
  const { id: mediumId, key } = await createMedium({
    kind: "audio",
    type: "audio/mpeg",
    durationMs: 600_000,
  })
  await createMediaFile(getStore(), Buffer.alloc(100_000, 1), { mediumId })
  await db.insert(mediaUses).values({ mediumId, source: "episodes", rowId })
  const sound = `/media/${key}/son.mp3`
  for (const address of ADDRESSES)
    for (const agent of AGENTS) {
      const headers = { "X-Forwarded-For": address, "User-Agent": agent, Referer: REFERRER }
      for (const Range of ["bytes=0-1", "bytes=0-49999", "bytes=50000-", "bytes=0-9,20-29"])
        expect(await ask(sound, { ...headers, Range })).toBe(206)
      for (const path of [sound, "/", `/episodes/${rowId}`, "/episodes?q=rap", "/feed.xml", "/nulle-part"])
        expect(await ask(path, headers)).toBeLessThan(500)
      const liked = { session: `session_1_${agent.length}`, intent: "like" }
      expect(await ask(`/episodes/${rowId}/like`, headers, new URLSearchParams(liked))).toBe(200)
    }
  const count = ADDRESSES.length * AGENTS.length
  await vi.waitFor(async () => {
    await writeDeliveries()
    const { rows } = await db.execute(sql`select from deliveries where sent @> int8range(0, 100000)`)
    expect(rows).toHaveLength(count)
  }, PATIENCE)
  await writeTotals()
  await expectNobody()
  await foldDays(new Date(Date.now() + 2 * 86_400_000))
  const { rows } = await db.execute<{ count: number }>(
    sql`select count from audience_days where measure = 'downloads' and episode_id = 0`,
  )
  expect(rows).toEqual([{ count }])
  await expectNobody()
})

async function ask(path: string, headers: Record<string, string>, body?: URLSearchParams) {
  const response = await fetch(site.url + path, { headers, body, method: body ? "POST" : "GET" })
  await response.arrayBuffer()
  return response.status
}

async function expectNobody() {
  const kept = { ...(await readTables()), ...(await readFiles()), log: lines.join("") }
  expect(Object.keys(kept)).toEqual(expect.arrayContaining(["public.deliveries", "public.rate_limits"]))
  expect(lines.length).toBeGreaterThan(10)
  // Bytes are in hexadecimal.
  const telling = TELLING.flatMap((text) => [text, Buffer.from(text).toString("hex")])
  const found = Object.entries(kept).flatMap(([place, text]) =>
    telling.filter((word) => text.includes(word)).map((word) => `${place}: ${word}`),
  )
  expect(found).toEqual([])
}

/** All of the database, by table. */
async function readTables() {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`)
  const texts: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await db.execute<{ row: string }>(sql.raw(`select t::text as row from ${name} t`))
    texts[name] = rows.map(({ row }) => row).join("\n")
  }
  return texts
}

async function readFiles() {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await readFile(file, "latin1")] as const)),
  )
}
