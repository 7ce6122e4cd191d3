import { cp } from "node:fs/promises"
import { setTimeout as sleep } from "node:timers/promises"
import { beforeAll, expect, test } from "vitest"
import { joinEmbedded } from "#app/db/embedded/embedded.server.ts"
import { toDay } from "#app/kit/lib/dates.ts"
import { runOn } from "#test/server-database.ts"
import { startSite } from "#test/running-site.ts"
import { makeFolder, makeTemporaryFolder, startOwnSite } from "./for-one-test.ts"
import { countDownloads, createSound, listen, writeCounts } from "./listeners.ts"
import { prepare } from "./prepared-site.ts"
import { human, signIn, visit } from "./visitor.ts"
import { KINDS, newLedger, write } from "./writers.ts"

const DAY_MS = 86_400_000
const PRELOAD = ["--import", new URL("moved-clock.ts", import.meta.url).href]

/** A site that is set up; each test moves the clock of a copy. */
let prepared = { folder: "", cookie: "", sound: "", day: "" }

beforeAll(async () => {
  const { path, remove } = await makeTemporaryFolder()
  const site = await startSite(variablesOf(path))
  const cookie = await prepare(site.url)
  const sound = await onDatabase(path, (query) => createSound(query, path, "heure"))
  const day = toDay(new Date())
  await listen(site.url + sound, [1])
  prepared = { folder: path, cookie, sound, day }
  await site.stop("SIGINT")
  return remove
})

type Query = Parameters<typeof countDownloads>[0]

async function onDatabase<Found>(folder: string, work: (query: Query) => Promise<Found>) {
  const { url, leave } = await joinEmbedded(folder)
  return work((text) => runOn(url, text)).finally(leave)
}

const variablesOf = (folder: string) => ({ DATA_DIR: folder, STARTER_CONTENT: "0", LOG_LEVEL: "info" })

test.each([
  ["a day ahead", DAY_MS],
  ["a day back", -DAY_MS],
  ["a year ahead", 365 * DAY_MS],
  ["a year back", -365 * DAY_MS],
])("a site whose clock was moved %s goes on with its visitors, accounts and mails", async (_name, shift) => {
  const folder = await makeFolder()
  await cp(prepared.folder, folder, { recursive: true })
  const { cookie, sound, day } = prepared

  const moved = await startOwnSite({ ...variablesOf(folder), CLOCK_SHIFT_MS: String(shift) }, [], PRELOAD)
  for (const path of ["/", "/episodes", "/episodes/1", "/news", "/blog", "/sitemap.xml"]) {
    expect([path, (await visit(moved.url + path)).status]).toEqual([path, 200])
  }
  // A session of 30 days is over in a year, and only then.
  const office = await visit(`${moved.url}/admin/episodes`, { cookie })
  expect(office.status).toBe(shift > 30 * DAY_MS ? 302 : 200)
  await listen(moved.url + sound, [1])
  await onDatabase(folder, async (query) => {
    await writeCounts(query)
    await query("select pg_notify('cko_jobs', 'audience')")
  })
  const anew = await signIn(moved.url)
  const ledger = newLedger()
  const opened = () => String(Date.now() + shift - 60_000)
  for (const kind of KINDS) {
    const { status } = await write(moved.url, kind, ledger, anew, { opened: opened() })
    expect([kind, status]).toEqual([
      kind,
      kind === "like" || kind === "view" || kind === "newsletter" ? 200 : 302,
    ])
  }
  // Limits count on: the sixth message of an hour from one address is one too many.
  const statuses: number[] = []
  for (let n = 0; n < 6; n += 1) {
    const fields = {
      ...human(),
      opened: opened(),
      name: "Awa",
      email: "a@cko.test",
      subject: "S",
      message: "Un message.",
    }
    const headers = { "X-Forwarded-For": "203.0.113.9" }
    statuses.push((await visit(`${moved.url}/contact`, { fields, headers })).status)
  }
  expect(statuses).toEqual([302, 302, 302, 302, 302, 429])

  const start = moved.output().length
  await sleep(2_000)
  // Nothing goes round in circles: what waits is due by the database's clock.
  expect(moved.output().slice(start).split("\n").length).toBeLessThan(10)
  expect(moved.output()).not.toMatch(/"level":[56]0/)
  expect(await moved.stop("SIGINT")).toBe(0)

  // Put right again, it knows the listeners of the day, which is neither lost nor folded before its time.
  const right = await startOwnSite(variablesOf(folder))
  await listen(right.url + sound, [1])
  await right.stop("SIGINT")
  expect(await onDatabase(folder, (query) => countDownloads(query, day))).toBe(1)
})
