import { setTimeout as sleep } from "node:timers/promises"
import { describe, expect, test } from "vitest"
import { runOn } from "#test/server-database.ts"
import { makeFolder, startOwnPostgres, startOwnSite } from "./for-one-test.ts"
import { compare, readOutbox } from "./kept.ts"
import { countDownloads, createSound, listen, writeCounts } from "./listeners.ts"
import { prepare } from "./prepared-site.ts"
import { NO_POSTGRES, type Postgres } from "./postgres.ts"
import { human, visit } from "./visitor.ts"
import { KINDS, newLedger, write } from "./writers.ts"
import { announceLogs } from "./site-logs.ts"

// Whatever needs the database tells of it.
announceLogs(/"level":[45]0/)

const OUTAGE_MS = 20_000
/** Once the database is known to be gone nobody waits; before that it must first be found out. */
const NOTICED_MS = 10_000
/** Of who is refused at once, on a machine with much else to do; who waits for a connection waits three times as long. */
const LATE_MS = 10_000

const FAULTS: [
  name: string,
  begin: (postgres: Postgres) => Promise<unknown>,
  end: (postgres: Postgres) => Promise<unknown>,
][] = [
  ["stopped", (postgres) => postgres.stop(), (postgres) => postgres.start()],
  ["frozen", (postgres) => postgres.freeze(), (postgres) => postgres.thaw()],
]

describe.skipIf(NO_POSTGRES).each(FAULTS)(
  `the database %s for 20 seconds under load ${NO_POSTGRES ?? ""}`,
  (_name, begin, end) => {
    test("22.3 loses nothing acknowledged, answers everything, and comes back by itself", async () => {
      const postgres = await startOwnPostgres()
      const dataDir = await makeFolder()
      const site = await startOwnSite({ DATABASE_URL: postgres.url, DATA_DIR: dataDir })
      const cookie = await prepare(site.url)
      const query = (text: string) => runOn(postgres.url, text)
      const sound = site.url + (await createSound(query, dataDir, "entendu"))
      const other = site.url + (await createSound(query, dataDir, "nouveau", 2))
      expect(await listen(sound, [1])).toEqual([206, 206])
      // What it is in the statistics has not been looked up then.
      await listen(other, [1], "HEAD")
      const ledger = newLedger()
      const load = startLoad(site.url, ledger, cookie)
      await sleep(2_000)
      // Until their pages are in memory, and what was written before no longer takes them out.
      await expect.poll(load.leastOften, { timeout: 120_000 }).toBeGreaterThan(5)

      await begin(postgres)
      const gone = performance.now()
      await sleep(NOTICED_MS)
      await expectRefusals(site.url, cookie)
      expect(await listen(sound, [1, 2, 3])).toEqual(Array(6).fill(206))
      expect(await listen(other, [1, 2, 3])).toEqual(Array(6).fill(206))
      await sleep(OUTAGE_MS - (performance.now() - gone))
      await end(postgres)
      const back = performance.now()
      await expect
        .poll(async () => (await visit(`${site.url}/healthz`)).status, { timeout: 60_000 })
        .toBe(200)
      await expect
        .poll(async () => (await write(site.url, "comment", ledger, cookie)).status, { timeout: 60_000 })
        .toBe(302)
      const recoveredMs = performance.now() - back
      await listen(sound, [4])
      await expect.poll(() => writeCounts(query).then(() => countDownloads(query))).toBe(4)
      const said = (text: string) => site.output().split(text).length - 1
      expect(said("downloads are not counted")).toBe(1)
      expect(said("visits not written")).toBeLessThanOrEqual(1)
      await sleep(1_000)
      const { statuses, slowest, failures } = await load.stop()

      console.log(
        `  answered: ${JSON.stringify(statuses)}; slowest ${Math.round(slowest)} ms; back after ${Math.round(recoveredMs)} ms`,
      )
      const kept = await compare(ledger, query, () => readOutbox(dataDir))
      expect(failures).toEqual([])
      expect(
        Object.keys(statuses).filter((status) => !["200", "302", "404", "503"].includes(status)),
      ).toEqual([])
      expect(statuses[503]).toBeGreaterThan(50)
      expect(recoveredMs).toBeLessThan(30_000)
      expect(kept.lost).toEqual({ comment: 0, like: 0, view: 0, newsletter: 0, message: 0, episode: 0 })
      expect(kept.halves).toEqual([])
    })
  },
)

/** What visitors and an admin are told, each in their own way. */
async function expectRefusals(url: string, cookie: string) {
  const comment = {
    ...human(),
    intent: "comment",
    name: "Awa",
    email: "awa@cko.test",
    content: "Un long texte typé.",
  }
  const message = {
    ...human(),
    name: "Awa",
    email: "awa@cko.test",
    subject: "Sujet",
    message: "Un long message typé.",
  }
  const session = "session_1_abc"
  const responses = {
    page: await visit(`${url}/blog/aucun-article`),
    data: await visit(`${url}/blog/aucun-article.data`),
    comment: await visit(`${url}/episodes/1`, { fields: comment }),
    message: await visit(`${url}/contact`, { fields: message }),
    messageData: await visit(`${url}/contact.data`, { fields: message }),
    signIn: await visit(`${url}/auth`, { fields: { email: "awa@cko.test", password: "Uppercut8" } }),
    signOut: await visit(`${url}/auth/sign-out`, { fields: {}, cookie }),
    like: await visit(`${url}/episodes/1/like`, { fields: { session, intent: "like" } }),
    opening: await visit(`${url}/episodes/1/view`, { fields: { session } }),
    sitemap: await visit(`${url}/sitemap.xml`),
    admin: await visit(`${url}/admin/episodes`, { cookie }),
    health: await visit(`${url}/healthz`),
  }
  const { health, ...others } = responses
  for (const [name, { status, headers, ms }] of Object.entries(responses)) {
    const isKept = !headers.get("Cache-Control")?.includes("no-store")
    expect({ name, status, isKept, isLate: ms > LATE_MS }).toEqual({
      name,
      status: 503,
      isKept: false,
      isLate: false,
    })
  }
  expect(JSON.parse(health.text)).toMatchObject({ database: "unreachable" })
  for (const { headers } of Object.values(others)) expect(headers.get("Retry-After")).toBe("5")
  expect(responses.page.text).toContain("Arrêt de l’arbitre")
  expect(responses.admin.text).toContain("Arrêt de l’arbitre")
  expect(responses.comment.text).toContain("Un long texte typé.")
  expect(responses.message.text).toContain("Un long message typé.")
  expect(responses.message.text).toContain("Impossible d’envoyer le message")
  expect(responses.signIn.text).toContain("awa@cko.test")
  expect(responses.signIn.text).not.toContain("Uppercut8")
  expect(responses.signOut.text).toContain("Impossible de se déconnecter")
  expect(responses.messageData.text).toContain("Un long message typé.")
  for (const { text } of [responses.like, responses.opening]) {
    expect(JSON.parse(text)).toEqual({ error: "Réessayez dans un instant." })
  }
  expect(responses.sitemap.text).toBe(
    "Le site ne peut pas répondre pour l’instant. Réessayez dans quelques secondes.",
  )
}

/** Reads and writes of all kinds, each answered before the next; each comes after a pause, longer where it was refused. */
function startLoad(url: string, ledger: ReturnType<typeof newLedger>, cookie: string) {
  let isOver = false
  let slowest = 0
  const statuses: Record<string, number> = {}
  const failures: string[] = []
  const reads = ["/episodes/1", "/blog/aucun-article"].map((path) => () => visit(url + path))
  // Pages in memory, which none of these writes makes stale.
  const seen: Record<string, number> = { "/": 0, "/episodes/2": 0, "/episodes": 0 }
  const kept = Object.keys(seen).map((path) => async () => {
    const response = await visit(url + path)
    if (response.status !== 200) failures.push(`${path}: ${response.status}`)
    seen[path] = (seen[path] ?? 0) + 1
    return response
  })
  const writes = KINDS.filter((kind) => kind !== "episode").map(
    (kind) => () => write(url, kind, ledger, cookie),
  )
  const loops = [...reads, ...kept, ...writes].map(async (send) => {
    while (!isOver) {
      try {
        const { status, ms } = await send()
        statuses[status] = (statuses[status] ?? 0) + 1
        slowest = Math.max(slowest, ms)
        // Without a pause they would take all of the machine, on which other faults run.
        await sleep(status === 503 ? 200 : 100)
      } catch (error) {
        failures.push(String(error))
      }
    }
  })
  return {
    /** How often each of the pages in memory was answered, at least. */
    leastOften: () => Math.min(...Object.values(seen)),
    async stop() {
      isOver = true
      await Promise.all(loops)
      return { statuses, slowest, failures }
    },
  }
}
