import { randomBytes, randomInt } from "node:crypto"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { Agent, get, type IncomingMessage } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import { noteDelivery, writeDeliveries } from "#app/audience/statistics/deliveries.server.ts"
import { foldDays } from "#app/audience/statistics/fold-days.server.ts"
import { createEpisode, createMedium } from "#test/factories.ts"
import { createMediaFile } from "#test/media-files.ts"
import { closeDatabase, db, openDatabase } from "../../app/db/client.server.ts"
import { mediaUses } from "../../app/db/schema/media.server.ts"
import { getSecret } from "../../app/db/secrets.server.ts"
import { applySettings } from "../../app/kit/lib/settings.server.ts"
import { openStores } from "../../app/media/store/store.server.ts"
import { median, quantile, round, timed, timesUntil, visit, watch } from "./figures.ts"
import {
  databaseProcesses,
  makeData,
  makeDatabase,
  makeFolder,
  megabytes,
  NOT_CACHED,
  onDatabase,
  openSite,
  siteProcesses,
  startEmbedded,
} from "./site.ts"

/** What it costs to count an audience: listeners' waits, the disk, and the night. @param deliveries that a night folds */
export async function measureAudience(deliveries = 1_000_000) {
  await measureCounting()
  await measureTotals()
  await measureFold(deliveries)
}

const LISTENERS = 200
const RATES = [200, 1_000]
const ROUNDS = 3
const SECONDS = 12
const PIECE = 65_536
const BYTES = 40_000_000
const APPS = ["AntennaPod/3.5.0", "Overcast/3.0 (+http://overcast.fm/; iOS podcast app)", "Castro/2024.1"]

/** What listeners wait for a piece of a sound that counts, and of one that does not. */
async function measureCounting() {
  console.log(
    `Counting: ${LISTENERS} listeners, each with an address, an app and a connection, together ask for ${RATES.join(" or ")} pieces of ${PIECE / 1_024} kB a\n` +
      `second at any place of a sound that an episode uses, and of the same bytes that are no sound, which nothing counts: ${ROUNDS} rounds\n` +
      `of each in turns, ${SECONDS} s each, so that each has what is written every ten seconds; all on this machine, on all of its cores. Medians\n` +
      `of the rounds; processor time of the site and its database. Where fewer were answered than asked for, waits are those of a\n` +
      `queue. Aim: at most 5 % more.`,
  )
  const dataDir = await makeFolder()
  const databaseUrl = await startEmbedded(dataDir)
  const site = await openSite({ dataDir })
  const [counted, uncounted] = await makeSounds(databaseUrl, dataDir)
  const processes = () => [...siteProcesses(site.pid), ...databaseProcesses(dataDir)]
  const ask = (path: string, perSecond: number) => listen(site.url + path, perSecond, processes)
  await ask(counted, 200)
  const table: Record<string, Record<string, number>> = {}
  for (const rate of RATES) {
    const rounds: Record<"counted" | "not counted", Round[]> = { "not counted": [], counted: [] }
    for (let n = 0; n < ROUNDS; n += 1) {
      rounds["not counted"].push(await ask(uncounted, rate))
      rounds.counted.push(await ask(counted, rate))
    }
    for (const [name, some] of Object.entries(rounds)) table[`${rate} a second, ${name}`] = summary(some)
  }
  console.table(table)
  const [row] = await onDatabase(databaseUrl, ["select count(*)::int as listeners from deliveries"])
  console.log(`${row?.listeners} listeners were counted.`)
  await site.stop()
  await measureOne(databaseUrl, dataDir, counted)
}

/** What counting alone takes of the processors: unlike waits, it is the same on a busy machine. */
async function measureOne(databaseUrl: string, dataDir: string, path: string) {
  const settings = { publicUrl: "https://cko.test", dataDir, feedIntervalMinutes: 0 }
  applySettings({ ...settings, cookieSecret: () => getSecret("cookies") })
  await openDatabase({ databaseUrl, dataDir })
  const key = path.split("/")[2] ?? ""
  // As many as a site writes at once.
  const count = async (pieces = 10_000) => {
    for (let n = 0; n < pieces; n += 1) {
      const start = randomInt(BYTES - PIECE)
      await noteDelivery({
        key,
        network: `10.1.0.${n % LISTENERS}`,
        userAgent: APPS[n % APPS.length] ?? "",
        referrer: "",
        at: new Date(),
        sent: [[start, start + PIECE]],
        isUnverified: false,
      })
    }
    await writeDeliveries()
  }
  await count()
  const processes = () => databaseProcesses(dataDir)
  const [own, database] = [process.cpuUsage(), processorMs(processes())]
  for (let n = 0; n < 10; n += 1) await count()
  const { user, system } = process.cpuUsage(own)
  console.log(
    `Counting a piece takes ${round((user + system) / 100_000)} µs of the site's processor, and ${round((processorMs(processes()) - database) / 100, 1)} µs of its database's.\n`,
  )
  await closeDatabase()
}

function summary(rounds: Round[]) {
  const of = (name: keyof Round) => median(rounds.map((round) => round[name]))
  return {
    "p50 ms": round(of("p50"), 2),
    "p99 ms": round(of("p99"), 2),
    "processor ms each": round(of("processor"), 2),
    answered: round(of("perSecond")),
    failures: rounds.reduce((sum, { failures }) => sum + failures, 0),
  }
}

/** @returns the paths of a sound, and of the same bytes as a film */
async function makeSounds(databaseUrl: string, dataDir: string) {
  await openDatabase({ databaseUrl, dataDir })
  const content = randomBytes(BYTES)
  const paths: string[] = []
  for (const kind of ["audio", "video"] as const) {
    const { id, key } = await createMedium({
      key: kind.padEnd(22, "-"),
      kind,
      type: `${kind}/mpeg`,
      durationMs: 2_500_000,
    })
    const { name } = await createMediaFile(openStores({ dataDir }).target, content, { mediumId: id })
    if (kind === "audio")
      await db
        .insert(mediaUses)
        .values({ mediumId: id, source: "episodes", rowId: (await createEpisode()).id })
    paths.push(`/media/${key}/${name}`)
  }
  await closeDatabase()
  return [paths[0] ?? "", paths[1] ?? ""] as const
}

type Round = { p50: number; p99: number; processor: number; perSecond: number; failures: number }

async function listen(url: string, rate: number, processes: () => number[]) {
  const everyMs = (LISTENERS / rate) * 1_000
  const times: number[] = []
  let failures = 0
  const agent = new Agent({ keepAlive: true, maxSockets: LISTENERS })
  const [started, before] = [performance.now(), processorMs(processes())]
  const listener = async (n: number) => {
    const headers = { "X-Forwarded-For": `10.1.0.${n}`, "User-Agent": APPS[n % APPS.length] ?? "" }
    // By their own clock: who waited for an answer does not ask less often for it.
    const since = () => performance.now() - started
    for (let due = (n / LISTENERS) * everyMs; Math.max(due, since()) < SECONDS * 1_000; due += everyMs) {
      await sleep(Math.max(0, due - since()))
      const start = randomInt(BYTES - PIECE)
      const asked = { agent, headers: { ...headers, Range: `bytes=${start}-${start + PIECE - 1}` } }
      const take = async () => {
        const [response] = (await once(get(url, asked), "response")) as [IncomingMessage]
        if (response.statusCode !== 206) failures += 1
        response.resume()
        await once(response, "end")
      }
      // Such as on a connection that the site let go a moment ago.
      times.push(await timed(() => take().catch(() => (failures += 1))))
    }
  }
  await Promise.all(Array.from({ length: LISTENERS }, (_, n) => listener(n)))
  agent.destroy()
  const ms = performance.now() - started
  return {
    p50: median(times),
    p99: quantile(times, 0.99),
    processor: (processorMs(processes()) - before) / times.length,
    perSecond: (times.length / ms) * 1_000,
    failures,
  }
}

/** What processes have taken of the processors, in ms: ticks of a hundredth of a second. */
const processorMs = (pids: number[]) => pids.reduce((sum, pid) => sum + ticksOf(pid) * 10, 0)

function ticksOf(pid: number) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
    return Number(fields[11]) + Number(fields[12])
  } catch {
    // It has ended.
    return 0
  }
}

const EPISODES = 1_000
const DAYS = 30
const A_DAY = 100_000

/** Listeners of a day: few episodes have most of them, few apps as well, and the age of an episode goes with its number. */
const dayOfDeliveries = (day: string, count: number) => `
  insert into deliveries (day, listener, client, episode_id, app, device, source, country, age, sent, needed, is_unverified)
  select day, decode(md5(day::text || n), 'hex'), decode(md5(day::text || n % ${Math.ceil(count * 0.6)}), 'hex'), episode,
    'App ' || floor(40 * power(random(), 3)), (array['mobile', 'computer', 'smart_speaker', ''])[1 + floor(4 * power(random(), 3))::int],
    case when random() < 0.1 then 'page-' || floor(100 * power(random(), 3)) || '.example' else '' end,
    chr(65 + floor(8 * power(random(), 3))::int) || 'A', (episode - 1) * 3 + (random() < 0.4)::int,
    case when n % 5 = 0 then '{[0,1000000),[2000000,3000000),[4000000,9000000)}' else '{[0,90000000)}' end::int8multirange,
    case when n % 7 = 0 then 90000001 else 1260000 end, false
  from (select n, ${day} as day, 1 + floor(${EPISODES} * power(random(), 4))::int as episode from generate_series(1, ${count}) n) as d`

/** What the totals of a year take of the disk. */
async function measureTotals() {
  console.log(
    `Totals: ${DAYS} days with ${A_DAY.toLocaleString("en")} downloads each of ${EPISODES.toLocaleString("en")} episodes by 40 apps, folded by the site's own statement; the year by\n` +
      `extrapolation (there is nothing in these tables that grows other than by the day). Aim: 1 GB a year.`,
  )
  const databaseUrl = await makeDatabase()
  await openDatabase({ databaseUrl, dataDir: "" })
  const first = Date.UTC(2026, 0, 1)
  const times: number[] = []
  for (let n = 0; n < DAYS; n += 1) {
    const at = (days: number) => new Date(first + days * 86_400_000 + 12 * 3_600_000)
    const day = at(n).toISOString().slice(0, 10)
    // A seventh is not enough of it.
    await onDatabase(databaseUrl, [dayOfDeliveries(`'${day}'::date`, Math.ceil((A_DAY * 7) / 6))])
    times.push(await timed(() => foldDays(at(n + 1))))
  }
  const [row] = await onDatabase(databaseUrl, [
    `select pg_total_relation_size('audience_days')::float8 as bytes, (select count(*) from audience_days)::int as rows,
       (select sum(count) from audience_days where measure = 'downloads' and episode_id = 0)::int as downloads`,
  ])
  await closeDatabase()
  console.table({
    audience_days: {
      "downloads a day": round(Number(row?.downloads) / DAYS),
      "rows a day": round(Number(row?.rows) / DAYS),
      "MB a month": round(Number(row?.bytes) / 1e6, 1),
      "MB a year": round(((Number(row?.bytes) / DAYS) * 365) / 1e6),
      "to fold a day, median ms": round(median(times)),
    },
  })
}

/** What the night takes, and what visitors notice of it. */
async function measureFold(count: number) {
  console.log(
    `Folding: a day of ${count.toLocaleString("en")} deliveries, by a running site on its embedded database, while one visitor asks again and again for a\n` +
      `page that is not kept; the most memory of the site's process (VmRSS), of PostgreSQL (Pss of its processes), and what it wrote to\n` +
      `files for want of memory. Aims: 60 s, 200 MB.`,
  )
  const { dataDir } = await makeData()
  const databaseUrl = await startEmbedded(dataDir)
  await onDatabase(databaseUrl, [
    dayOfDeliveries("(now() at time zone 'Europe/Paris')::date - 2", count),
    "analyze deliveries",
  ])
  const site = await openSite({ dataDir })
  const ask = () => visit(site.url + "/", NOT_CACHED)
  for (let n = 0; n < 300; n += 1) await ask()
  const before = await timesUntil(sleep(5_000), ask)
  const rest = {
    site: site.memory(),
    database: databaseMegabytes(dataDir),
    files: await temporaryBytes(databaseUrl),
  }
  const [siteMost, databaseMost] = [watch(site.memory), watch(() => databaseMegabytes(dataDir))]
  const started = performance.now()
  await onDatabase(databaseUrl, ["select pg_notify('cko_jobs', 'audience')"])
  const done = waitUntilFolded(databaseUrl)
  const meanwhile = await timesUntil(done, ask)
  await done
  const seconds = (performance.now() - started) / 1_000
  console.table({
    [`${count.toLocaleString("en")} deliveries`]: {
      s: round(seconds, 1),
      "site MB": round(siteMost()),
      more: round(siteMost() - rest.site),
      "database MB": round(databaseMost()),
      "database before": round(rest.database),
      "files MB": round(((await temporaryBytes(databaseUrl)) - rest.files) / 1e6),
    },
  })
  console.table({ before: waits(before), meanwhile: waits(meanwhile) })
}

const waits = (times: number[]) => ({
  pages: times.length,
  "p50 ms": round(median(times), 1),
  "p99 ms": round(quantile(times, 0.99), 1),
  "longest ms": round(Math.max(...times), 1),
})

async function waitUntilFolded(databaseUrl: string) {
  const left = async () =>
    (await onDatabase(databaseUrl, ["select exists (select from deliveries)::int as left"]))[0]?.left
  while ((await left()) !== 0) await sleep(200)
}

const databaseMegabytes = (dataDir: string) =>
  databaseProcesses(dataDir).reduce((sum, pid) => sum + megabytes(pid, "smaps_rollup", "Pss"), 0)

async function temporaryBytes(databaseUrl: string) {
  const [row] = await onDatabase(databaseUrl, [
    "select sum(temp_bytes)::float8 as bytes from pg_stat_database",
  ])
  return Number(row?.bytes)
}
