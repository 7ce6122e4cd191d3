/**
 * `npm run bench [-- feed.xml …]`: measures a production build with the episodes of the given feeds (without one, 188
 * made-up ones), on this machine. Prints its method with its figures.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import { availableParallelism, tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import autocannon from "autocannon"
import { measureDownloads } from "./bench-browser.ts"
import { sampleFeed } from "./sample-feed.ts"

const PORT = 3987
const BARE_PORT = 3988
const CONNECTIONS = 32
const SECONDS = 8
const EPISODES = 188
const SITE = `http://localhost:${PORT}`

const folder = await mkdtemp(join(tmpdir(), "cko-bench-"))
try {
  await bench(process.argv.slice(2))
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function bench(feeds: string[]) {
  const dataDir = join(folder, "data")
  const files = feeds.length > 0 ? feeds : [join(folder, "feed.xml")]
  if (feeds.length === 0) await writeFile(join(folder, "feed.xml"), sampleFeed(EPISODES))

  await run(["server/build.ts"])
  const site = await startSite(dataDir)
  try {
    for (const file of files) await run(["scripts/import.ts", file], { DATA_DIR: dataDir })
    const episode = (await (await fetch(`${SITE}/episodes`)).text()).match(/\/episodes\/\d+/)?.[0]
    const pages = ["/", "/episodes", episode ?? "/episodes/1", "/news"]

    console.log(
      `\n${CONNECTIONS} connections for ${SECONDS} s a page, one process, nothing cached, embedded database, ` +
        `load from the same machine (${availableParallelism()} cores, Node ${process.version}); ` +
        `"bare" is a Node server that sends the same bytes and nothing else.\n`,
    )
    console.table(Object.fromEntries(await eachInTurn(pages, measurePage)))
    console.log("What a browser downloads (kB on the wire, cold cache):")
    console.table(await measureDownloads(SITE, pages))
  } finally {
    site.kill("SIGTERM")
    await once(site, "exit")
  }
}

async function measurePage(path: string) {
  const response = await fetch(SITE + path)
  const body = Buffer.from(await response.arrayBuffer())
  const queries = response.headers.get("server-timing")?.match(/sql;desc="(\d+)"/)?.[1]
  const page = await load(SITE + path)
  const bare = await measureBare(body)
  const row = {
    "pages/s": Math.round(page.requests.average),
    "p50 ms": page.latency.p50,
    "p99 ms": page.latency.p99,
    errors: page.errors + page.non2xx,
    "bare/s": Math.round(bare.requests.average),
    "bare p99 ms": bare.latency.p99,
    queries: Number(queries),
    "html kB": Math.round(body.length / 1000),
  }
  return [path, row] as const
}

async function load(url: string) {
  await autocannon({ url, connections: CONNECTIONS, duration: 2 })
  return await autocannon({ url, connections: CONNECTIONS, duration: SECONDS })
}

async function measureBare(body: Buffer) {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-length": body.length })
    response.end(body)
  }).listen(BARE_PORT)
  try {
    return await load(`http://localhost:${BARE_PORT}/`)
  } finally {
    server.close()
  }
}

async function startSite(dataDir: string) {
  const site = start(["server/main.ts"], { PORT: String(PORT), DATA_DIR: dataDir, LOG_LEVEL: "warn" })
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (site.exitCode !== null) break
    if ((await fetch(`${SITE}/healthz`).catch(() => undefined))?.ok) return site
    await sleep(100)
  }
  throw new Error("The site did not start")
}

async function run(args: string[], env: Record<string, string> = {}) {
  const [code] = await once(start(args, env), "exit")
  if (code !== 0) throw new Error(`${args.join(" ")} failed`)
}

function start(args: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: "inherit" })
}

async function eachInTurn<Item, Result>(items: Item[], measure: (item: Item) => Promise<Result>) {
  const results: Result[] = []
  for (const item of items) results.push(await measure(item))
  return results
}
