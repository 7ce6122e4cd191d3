import { readdirSync, readFileSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { eq, sql } from "drizzle-orm"
import { closeDatabase, db, openDatabase } from "../../app/db/client.server.ts"
import { joinEmbedded } from "../../app/db/embedded/embedded.server.ts"
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
import { closing } from "./cleanup.ts"
import { median, quantile, round } from "./figures.ts"
import { withData } from "./filled-site.ts"
import { withSite } from "./site.ts"

const SUBSCRIBERS = 100_000
const PER_MINUTE = 300
const MINUTES = 5
const VISITS = 150
const PAGES = ["/", "/recherche?q=musique", "/episodes?q=a"]
const AIM = 1.1

/** A letter to all subscribers: how it starts, how evenly it leaves, what visitors notice of it, and what it costs of memory. */
export async function measureLetters(subscribers = SUBSCRIBERS) {
  console.log(
    `Letters: to ${subscribers} subscribers at ${PER_MINUTE} a minute by 2 connections, for ${MINUTES} minutes; a mail server of its own, embedded database. Pages:\n` +
      `${VISITS} visits of each, one after another, before and meanwhile; aim: ${AIM} times as long at most.`,
  )
  const server = await startLetterServer()
  await closing(server.close, () =>
    withData("embedded", ({ dataDir }) =>
      withSite({ dataDir, variables: { SMTP_URL: server.url } }, async ({ url }) => {
        const { url: databaseUrl, leave } = await joinEmbedded(dataDir)
        applySettings({
          publicUrl: url,
          dataDir,
          smtpUrl: server.url,
          cookieSecret: () => getSecret("cookies"),
          feedIntervalMinutes: 0,
        })
        await openDatabase({ databaseUrl, dataDir })
        const close = async () => {
          await closeDatabase()
          await leave()
        }
        await closing(close, () => measure(url, subscribers, server))
      }),
    ),
  )
}

async function measure(url: string, subscribers: number, server: { times: number[] }) {
  await db.execute(sql`
    insert into newsletter_subscribers (email, confirmed_at)
    select 'abonne-' || n || '@bench.test', now() from generate_series(1, ${subscribers}::int) n`)
  await setSettings("letters", { perMinute: PER_MINUTE, burst: 0, connections: 2 })
  await visit(url)
  const before = await visit(url)
  const { id, version } = await createLetter({ content: "Bonjour à tous.\n\n".repeat(200) })
  const [startMs] = await timed(() => startLetter(id, version))
  const addressed = performance.now()
  while (!(await db.select().from(letters).where(eq(letters.id, id)))[0]?.addressedAt) await sleep(20)
  const addressedMs = performance.now() - addressed
  while (server.times.length < 5) await sleep(50)
  const from = performance.now()
  const memory = [workerMemory()]
  const meanwhile = await visit(url)
  const progressMs: number[] = []
  while (performance.now() - from < MINUTES * 60_000) {
    const [ms] = await timed(() => letterProgress(id))
    progressMs.push(ms)
    memory.push(workerMemory())
    await sleep(2_000)
  }
  const [reportMs] = await timed(() => letterReport(id))
  await pauseLetter(id)
  const times = server.times.filter((time) => time >= from && time < from + MINUTES * 60_000)
  console.table({
    "start (click), ms": round(startMs),
    "recipients fixed after, ms": round(addressedMs),
    "progress, median ms": round(median(progressMs)),
    "report, ms": round(reportMs),
    [`mails in ${MINUTES} minutes (${PER_MINUTE * MINUTES} asked for)`]: times.length,
    "by minute": perMinute(times, from).join(" "),
    "most within any minute": mostWithin(times, 60_000),
    "memory of the process that sends, MB: first, most, last": [memory[0], Math.max(...memory), memory.at(-1)]
      .map((mb) => round(mb ?? 0))
      .join(", "),
  })
  console.table(
    Object.fromEntries(
      PAGES.map((path) => {
        const [was, is] = [before.get(path) ?? [], meanwhile.get(path) ?? []]
        return [
          path,
          {
            "before ms": round(median(was), 1),
            "meanwhile ms": round(median(is), 1),
            "p95 before": round(quantile(was, 0.95), 1),
            "p95 meanwhile": round(quantile(is, 0.95), 1),
            times: round(median(is) / median(was), 2),
          },
        ]
      }),
    ),
  )
}

async function timed<Result>(work: () => Promise<Result>): Promise<[number, Result]> {
  const started = performance.now()
  const result = await work()
  return [performance.now() - started, result]
}

/** How long each visit of each page took, in turns. */
async function visit(url: string) {
  const found = new Map<string, number[]>(PAGES.map((path) => [path, []]))
  for (let time = 0; time < VISITS; time += 1) {
    for (const [path, times] of found) {
      const [ms] = await timed(async () => (await fetch(url + path)).arrayBuffer())
      times.push(ms)
    }
  }
  return found
}

const perMinute = (times: number[], from: number) =>
  Array.from(
    { length: MINUTES },
    (_, minute) => times.filter((time) => Math.floor((time - from) / 60_000) === minute).length,
  )

function mostWithin(times: number[], ms: number) {
  let [most, first] = [0, 0]
  for (const [last, time] of times.entries()) {
    while (time - (times[first] ?? 0) >= ms) first += 1
    most = Math.max(most, last - first + 1)
  }
  return most
}

/** In MB, of the process that sends letters of this machine; of several the largest. */
function workerMemory() {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        if (!readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("letters-worker")) return []
        return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024
      } catch {
        return []
      }
    })
  return Math.max(0, ...all)
}
