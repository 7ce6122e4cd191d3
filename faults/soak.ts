/**
 * `npm run soak -- --minutes 10`: mixed load on a built site (on `TEST_DATABASE_URL`, else on the embedded database), and
 * whether its memory stays flat. Flat means: the mean of the last third of the samples is at most a tenth, or 20 MB, above
 * that of the middle third; the first third warms up.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs } from "node:util"
import manifest from "#package" with { type: "json" }
import { startSite } from "#test/running-site.ts"
import { createServerDatabase } from "#test/server-database.ts"
import { prepare } from "./prepared-site.ts"
import { visit } from "./visitor.ts"
import { KINDS, newLedger, write } from "./writers.ts"

/** Those of `npm start`. */
const START_OPTIONS = manifest.scripts.start.split(" ").slice(1, -1)
const SAMPLE_MS = 30_000
const MAX_GROWTH = 1.1
const MAX_GROWTH_MB = 20

const { values } = parseArgs({ options: { minutes: { type: "string", default: "10" } } })
const minutes = Number(values.minutes)
if (!(minutes >= 1)) throw new Error("--minutes needs a number from 1 on")

const dataDir = await mkdtemp(join(tmpdir(), "cko-soak-"))
const server = process.env.TEST_DATABASE_URL
const database = server ? await createServerDatabase(server) : undefined
const site = await startSite(
  { DATA_DIR: dataDir, STARTER_CONTENT: "0", ...(database && { DATABASE_URL: database.databaseUrl }) },
  [],
  [...START_OPTIONS, "--import", new URL("heap-report.ts", import.meta.url).href],
)
const cookie = await prepare(site.url)

const ledger = newLedger()
let answered = 0
let failed = 0
let isOver = false
const reads = ["/", "/episodes", "/episodes/1", "/news", "/blog", "/about", "/contact", "/nulle-part"]
const clients = [
  ...reads.map((path) => () => visit(site.url + path)),
  ...["/episodes?q=un", "/admin/episodes", "/admin/comments"].map(
    (path) => () => visit(site.url + path, { cookie }),
  ),
  ...KINDS.map((kind) => () => write(site.url, kind, ledger, cookie)),
]
const load = clients.map(async (client) => {
  while (!isOver) {
    await client().then(
      ({ status }) => void (status < 500 ? (answered += 1) : (failed += 1)),
      () => void (failed += 1),
    )
    await sleep(10)
  }
})

const samples: number[] = []
const count = Math.round((minutes * 60_000) / SAMPLE_MS)
for (let n = 1; n <= count; n += 1) {
  await sleep(SAMPLE_MS)
  const rss = await residentMegabytes(site.pid)
  samples.push(rss)
  const heap = [...site.output().matchAll(/heap \d+ MB/g)].at(-1)?.[0] ?? ""
  console.log(`${(n * SAMPLE_MS) / 1_000} s: RSS ${rss} MB, ${heap}; ${answered} answered, ${failed} failed`)
}
isOver = true
await Promise.all(load)
await site.stop("SIGINT")
await database?.drop()
await rm(dataDir, { recursive: true })

const third = Math.ceil(samples.length / 3)
const middle = mean(samples.slice(-2 * third, -third))
const last = mean(samples.slice(-third))
const isFlat = last <= Math.max(middle * MAX_GROWTH, middle + MAX_GROWTH_MB)
console.log(
  `RSS ${Math.round(middle)} MB in the middle third, ${Math.round(last)} MB in the last: ${isFlat ? "flat" : "NOT flat"}`,
)
process.exit(isFlat && failed === 0 ? 0 : 1)

function mean(numbers: number[]) {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length
}

async function residentMegabytes(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, "utf8")
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}
