import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import manifest from "#package" with { type: "json" }
import { BUSIEST, withData } from "./filled-site.ts"
import { quantile, round } from "./figures.ts"
import { withSite } from "./site.ts"

const SMALL = 200
const LARGE = 10_000
const GROWN = {
  episodes: 10_000,
  comments: 100_000,
  busiest: 10_000,
  likes: 100_000,
  others: 1_000,
  deeds: 1_000,
}
const AIM_MS = 50

/** What commands take, and what visitors notice of them. */
export async function measureCommands() {
  console.log(
    `Commands, while the site runs on an embedded database with ${GROWN.episodes} episodes and ${GROWN.comments} comments: time and greatest\n` +
      `memory (VmHWM) of the command, and how long one visitor waits for a page that is not kept, asked again and again,\n` +
      `before and meanwhile; aim: nobody waits more than ${AIM_MS} ms for a backup.`,
  )
  await withData(
    "embedded",
    async (where) => {
      const feed = join(where.dataDir, "feed.xml")
      const copy = join(where.dataDir, "copy.cko.gz")
      const steps: [name: string, args: Command, items?: number][] = [
        ["backup", ["backup", copy]],
        [`import of ${SMALL} items`, ["import", feed], SMALL],
        [`import of ${LARGE} items`, ["import", feed], LARGE],
      ]
      const rows: Record<string, Record<string, number>> = {}
      await withSite(where, async ({ url }) => {
        const ask = async () => {
          const asked = performance.now()
          await (await fetch(url + BUSIEST, { headers: { cookie: "cko.session_token=none" } })).arrayBuffer()
          return performance.now() - asked
        }
        for (let n = 0; n < 300; n += 1) await ask()
        for (const [name, args, items] of steps) {
          if (items) await writeFile(feed, makeFeed(items))
          const before = await askUntil(ask, sleep(3_000))
          const command = runCommand(args, where.dataDir)
          const meanwhile = await askUntil(ask, command)
          rows[name] = {
            ...(await command),
            "p99 before ms": round(quantile(before, 0.99), 1),
            "longest before ms": round(Math.max(...before), 1),
            "p99 meanwhile ms": round(quantile(meanwhile, 0.99), 1),
            "longest meanwhile ms": round(Math.max(...meanwhile), 1),
          }
        }
      })
      console.table(rows)
    },
    GROWN,
  )
}

type Command = ["backup" | "import", ...string[]]

async function askUntil(ask: () => Promise<number>, end: Promise<unknown>) {
  const times: number[] = []
  let isOver = false
  void end.finally(() => (isOver = true))
  while (!isOver) times.push(await ask())
  return times
}

/** As `npm run` does it. */
async function runCommand(args: Command, dataDir: string) {
  const started = performance.now()
  const [name, ...rest] = args
  const command = manifest.scripts[name].split(" ").slice(1)
  const child = spawn(process.execPath, [...command, ...rest], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "" },
    stdio: ["ignore", "ignore", "inherit"],
  })
  let peak = 0
  const timer = setInterval(() => (peak = Math.max(peak, readPeak(child.pid) || 0)), 20)
  const [code] = await once(child, "exit")
  clearInterval(timer)
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}`)
  return { ms: round(performance.now() - started), "greatest MB": peak }
}

function readPeak(pid: number | undefined) {
  try {
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024)
  } catch {
    return 0
  }
}

function makeFeed(count: number) {
  const items = Array.from(
    { length: count },
    (_, n) => `<item><title>Round ${n} avec Awa Diallo</title><guid>bench-${n}</guid>
      <description>${`Une heure de conversation, de musique et de mémoire, numéro ${n}. `.repeat(30)}</description>
      <pubDate>${new Date(1_600_000_000_000 + n * 3_600_000).toUTCString()}</pubDate>
      <enclosure url="https://audio.example/${n}.mp3" type="audio/mpeg" length="1"/></item>`,
  )
  return `<rss version="2.0"><channel><title>CKO</title>${items.join("")}</channel></rss>`
}
