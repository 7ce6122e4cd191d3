import { spawn } from "node:child_process"
import { once } from "node:events"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import manifest from "#package" with { type: "json" }
import { quantile, round, timesUntil, visit, watch } from "./figures.ts"
import { BUSIEST, makeData, megabytes, NOT_CACHED, openSite } from "./site.ts"

const COMMENTS = 100_000
const REST = { busiest: 10_000, likes: 100_000, others: 1_000, deeds: 1_000 }

/** What commands take, and what visitors notice of them. */
export async function measureCommands(episodes = 10_000) {
  console.log(
    `Commands, while the site runs on an embedded database with ${episodes} episodes and ${COMMENTS} comments: time and greatest\n` +
      `memory (VmHWM) of the command, and how long one visitor waits for a page that is not kept, asked again and again,\n` +
      `before and meanwhile; aim: nobody waits more than 50 ms for a backup.`,
  )
  const { dataDir } = await makeData("embedded", { episodes, comments: COMMENTS, ...REST })
  const { url } = await openSite({ dataDir })
  const ask = () => visit(url + BUSIEST, NOT_CACHED)
  for (let n = 0; n < 300; n += 1) await ask()
  const feed = join(dataDir, "feed.xml")
  const rows: Record<string, Record<string, number>> = {}
  const measure = async (title: string, name: "backup" | "import", file: string) => {
    const before = await timesUntil(sleep(3_000), ask)
    const command = runCommand(name, file, dataDir)
    const meanwhile = await timesUntil(command, ask)
    rows[title] = { ...(await command), ...waits("before", before), ...waits("meanwhile", meanwhile) }
  }
  await measure("backup", "backup", join(dataDir, "copy.cko.gz"))
  for (const items of [200, episodes]) {
    await writeFile(feed, makeFeed(items))
    await measure(`import of ${items} items`, "import", feed)
  }
  console.table(rows)
}

const waits = (when: string, times: number[]) => ({
  [`p99 ${when} ms`]: round(quantile(times, 0.99), 1),
  [`longest ${when} ms`]: round(Math.max(...times), 1),
})

/** As `npm run` does it. */
async function runCommand(name: "backup" | "import", file: string, dataDir: string) {
  const started = performance.now()
  const child = spawn(process.execPath, [...manifest.scripts[name].split(" ").slice(1), file], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "" },
    stdio: ["ignore", "ignore", "inherit"],
  })
  const peak = watch(() => megabytes(child.pid ?? 0, "status", "VmHWM"))
  const [code] = await once(child, "exit")
  if (code !== 0) throw new Error(`${name} ended with ${code}`)
  return { ms: round(performance.now() - started), "greatest MB": round(peak()) }
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
