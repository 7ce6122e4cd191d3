import { spawnSync } from "node:child_process"
import { setTimeout as sleep } from "node:timers/promises"
import { eq, sql } from "drizzle-orm"
import { closeDatabase, db, openDatabase } from "../../app/db/client.server.ts"
import { letters } from "../../app/db/schema/letters.server.ts"
import { getSecret } from "../../app/db/secrets.server.ts"
import { letterProgress } from "../../app/audience/letters/sending/progress.server.ts"
import { letterReport } from "../../app/audience/letters/sending/report.server.ts"
import { pauseLetter, startLetter } from "../../app/audience/letters/sending/transitions.server.ts"
import { applySettings } from "../../app/kit/lib/settings.server.ts"
import "#app/office/types/types.server.ts"
import { startLetterServer } from "#test/letter-server.ts"
import { createLetter } from "#test/letters.ts"
import { setSettings } from "#test/site-settings.ts"
import { median, quantile, round, timed, visit } from "./figures.ts"
import { atEnd, makeData, megabytes, openSite, startEmbedded } from "./site.ts"

const PER_MINUTE = 300
const MINUTES = 5
const VISITS = 150
const PORTION = 100_000
const PAGES = ["/", "/recherche?q=musique", "/episodes?q=a"]

/** A letter to all subscribers: how it starts, how evenly it leaves, what visitors notice of it, and what it costs of memory. */
export async function measureLetters(subscribers = 100_000) {
  console.log(
    `Letters: to ${subscribers} subscribers at ${PER_MINUTE} a minute by 2 connections, for ${MINUTES} minutes; a mail server of its own, embedded database. Pages:\n` +
      `${VISITS} visits of each, one after another, before and meanwhile; aim: 1.1 times as long at most.`,
  )
  const server = await startLetterServer()
  atEnd(server.close)
  const { dataDir } = await makeData()
  const { url } = await openSite({ dataDir, variables: { SMTP_URL: server.url } })
  await joinSite(url, dataDir, server.url)
  // In portions: a statement may take a minute.
  for (let from = 1; from <= subscribers; from += PORTION)
    await db.execute(sql`
      insert into newsletter_subscribers (email, confirmed_at)
      select 'abonne-' || n || '@bench.test', now()
      from generate_series(${from}::int, ${Math.min(subscribers, from + PORTION - 1)}::int) n`)
  await setSettings("letters", { perMinute: PER_MINUTE, burst: 0, connections: 2 })
  await visitAll(url)
  const before = await visitAll(url)
  const { id, version } = await createLetter({ content: "Bonjour à tous.\n\n".repeat(200) })
  const startMs = await timed(() => startLetter(id, version))
  const addressedMs = await timed(async () => {
    while (!(await db.select().from(letters).where(eq(letters.id, id)))[0]?.addressedAt) await sleep(20)
  })
  while (server.times.length < 5) await sleep(50)
  const from = performance.now()
  const to = from + MINUTES * 60_000
  const memory = [workerMemory()]
  const meanwhile = await visitAll(url)
  const progressMs: number[] = []
  while (performance.now() < to) {
    progressMs.push(await timed(() => letterProgress(id)))
    memory.push(workerMemory())
    await sleep(2_000)
  }
  const reportMs = await timed(() => letterReport(id))
  await pauseLetter(id)
  const times = server.times.filter((time) => time >= from && time < to)
  const minutes = Map.groupBy(times, (time) => Math.floor((time - from) / 60_000))
  console.table({
    "start (click), ms": round(startMs),
    "recipients fixed after, ms": round(addressedMs),
    "progress, median ms": round(median(progressMs)),
    "report, ms": round(reportMs),
    [`mails in ${MINUTES} minutes (${PER_MINUTE * MINUTES} asked for)`]: times.length,
    "by minute": [...minutes.values()].map(({ length }) => length).join(" "),
    "most within any minute": Math.max(
      ...times.map((time, n) => times.findLastIndex((other) => other < time + 60_000) - n + 1),
    ),
    "memory of the process that sends, MB: first, most, last": [memory[0], Math.max(...memory), memory.at(-1)]
      .map((mb) => round(mb ?? 0))
      .join(", "),
  })
  const rows = PAGES.map((path) => {
    const [was, is] = [before.get(path) ?? [], meanwhile.get(path) ?? []]
    const row = {
      "before ms": round(median(was), 1),
      "meanwhile ms": round(median(is), 1),
      "p95 before": round(quantile(was, 0.95), 1),
      "p95 meanwhile": round(quantile(is, 0.95), 1),
      times: round(median(is) / median(was), 2),
    }
    return [path, row]
  })
  console.table(Object.fromEntries(rows))
}

/** Lets this process do what the site does. */
async function joinSite(publicUrl: string, dataDir: string, smtpUrl: string) {
  const databaseUrl = await startEmbedded(dataDir)
  const cookieSecret = () => getSecret("cookies")
  applySettings({ publicUrl, dataDir, smtpUrl, cookieSecret, feedIntervalMinutes: 0 })
  await openDatabase({ databaseUrl, dataDir })
  atEnd(closeDatabase)
}

/** How long each visit of each page took, in turns. */
async function visitAll(url: string) {
  const found = new Map<string, number[]>(PAGES.map((path) => [path, []]))
  for (let time = 0; time < VISITS; time += 1)
    for (const [path, times] of found) times.push(await timed(() => visit(url + path)))
  return found
}

/** In MB, of the process that sends letters of this machine; of several the largest. */
function workerMemory() {
  const pids = spawnSync("pgrep", ["-f", "letters-worker"], { encoding: "utf8" }).stdout.split("\n")
  return Math.max(0, ...pids.map((pid) => megabytes(Number(pid), "status", "VmRSS")))
}
