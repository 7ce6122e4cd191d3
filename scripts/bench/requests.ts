import { randomInt, randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { Pool } from "undici"
import { median, quantile, round } from "./figures.ts"
import { load, loadGenerator } from "./load.ts"
import { BUSIEST, KINDS, makeData, memoryOf, NOT_CACHED, openPodcast, openSite, PODCAST } from "./site.ts"

const SECONDS = 6
const AT_ONCE = 32

/** Pages rendered for each request. */
export async function measureUncached(seconds = SECONDS) {
  console.log(
    `Uncached: every page rendered anew (a session cookie that is none passes by the page cache), uncompressed; one process\n` +
      `on one core, ${loadGenerator} on the other over ${AT_ONCE} connections, ${seconds} s a page after 3 s for warming up.`,
  )
  const rows: Record<string, Record<string, number>> = {}
  for (const kind of KINDS) {
    const { url, stop } = await openPodcast(kind)
    for (const path of ["/", "/episodes", "/episodes?q=musique", BUSIEST, "/news", "/blog"]) {
      await load(url + path, AT_ONCE, 3, NOT_CACHED)
      const { perSecond, p99Ms, failures } = await load(url + path, AT_ONCE, seconds, NOT_CACHED)
      rows[`${path} (${kind})`] = { "pages/s": round(perSecond), "p99 ms": round(p99Ms, 1), failures }
    }
    await stop()
  }
  console.table(rows)
}

type Write = { path: string; fields: Record<string, string>; expected: number }

const anyEpisode = () => `/episodes/${randomInt(1, PODCAST.episodes / 20) * 20 - 1}`
const newSession = () => `session_${Date.now()}_${randomUUID()}`
const newView = (episode: string): Write => ({
  path: `${episode}/view`,
  fields: { session: newSession(), view: randomUUID() },
  expected: 200,
})
const newLike = (episode: string): Write => ({
  path: `${episode}/like`,
  fields: { session: newSession(), intent: "like" },
  expected: 200,
})

function newComment(path: string): Write {
  const email = `${randomUUID()}@example.org`
  const content = `Quelle conversation, merci à vous deux. ${email}`
  const honest = { opened: String(Date.now() - 60_000), website: "" }
  const fields = { intent: "comment", name: "Maïmouna", email, content, ...honest }
  return { path, fields, expected: 302 }
}

/** What visitors write, each time another one. */
const WRITES: Record<string, () => Write> = {
  "openings of one episode": () => newView("/episodes/1"),
  "openings of any": () => newView(anyEpisode()),
  "likes of one episode": () => newLike("/episodes/1"),
  "likes of any": () => newLike(anyEpisode()),
  "comments on one episode": () => newComment("/episodes/1"),
  "comments on any": () => newComment(anyEpisode()),
}

/** Writes by visitors, acknowledged one by one. */
export async function measureWrites(seconds = SECONDS) {
  console.log(
    `Writes: each by another visitor (a made-up X-Forwarded-For, as the limits count by address), ${AT_ONCE} at once, ${seconds} s a kind;\n` +
      `a comment also subscribes its author and leaves a mail in the outbox. What is counted was acknowledged.`,
  )
  const rows: Record<string, Record<string, number>> = {}
  for (const kind of KINDS) {
    const { url, stop } = await openPodcast(kind)
    for (const [name, make] of Object.entries(WRITES))
      rows[`${name} (${kind})`] = await write(url, make, seconds)
    await stop()
  }
  console.table(rows)
}

async function write(url: string, make: () => Write, seconds: number) {
  const pool = new Pool(url, { connections: AT_ONCE })
  const times: number[] = []
  let failures = 0
  const started = performance.now()
  const visitor = async () => {
    while (performance.now() - started < seconds * 1_000) {
      const { path, fields, expected } = make()
      const sent = performance.now()
      const { statusCode, body } = await pool.request({
        method: "POST",
        path,
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          "sec-fetch-site": "same-origin",
          "x-forwarded-for": `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
        },
        body: new URLSearchParams(fields).toString(),
      })
      await body.dump()
      if (statusCode === expected) times.push(performance.now() - sent)
      else failures += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, visitor))
  const perSecond = (times.length / (performance.now() - started)) * 1_000
  await pool.close()
  return { "writes/s": round(perSecond), "p99 ms": round(quantile(times, 0.99), 1), failures }
}

const STARTS = 5
const REST_MS = 5_000

/** How soon a site with data is there, and how much memory it takes. */
export async function measureStart(seconds = 10) {
  console.log(
    `Start and memory, with a podcast's data there already: from the command to the last byte of the first page (median of ${STARTS}\n` +
      `starts; aim 800 ms), and memory of the site (VmRSS) + that of the embedded database\n` +
      `(Pss of its processes) ${REST_MS / 1_000} s after it, after ${seconds} s each of 256 connections on cached pages and ${AT_ONCE} on uncached ones,\n` +
      `and after ${REST_MS / 1_000} s more of rest; aim: 300 MB together.`,
  )
  const rows: Record<string, Record<string, number | string>> = {}
  for (const kind of KINDS) {
    const data = await makeData(kind)
    const starts: number[] = []
    for (let turn = 1; turn < STARTS; turn += 1) {
      const { startedInMs, stop } = await openSite(data)
      starts.push(startedInMs)
      await stop()
    }
    const site = await openSite(data)
    starts.push(site.startedInMs)
    const memory = () => memoryOf(site, data.dataDir)
    await sleep(REST_MS)
    const atRest = memory()
    await load(site.url + BUSIEST, 256, seconds, { "Accept-Encoding": "br" })
    await load(site.url + BUSIEST, AT_ONCE, seconds, NOT_CACHED)
    const afterLoad = memory()
    await sleep(REST_MS)
    rows[kind] = {
      "first page ms": median(starts),
      "of all starts": starts.join(" "),
      "at rest MB": atRest,
      "after load MB": afterLoad,
      "rested again MB": memory(),
    }
    await site.stop()
  }
  console.table(rows)
}
