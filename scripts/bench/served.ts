import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { request } from "node:http"
import { buffer } from "node:stream/consumers"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { closing } from "./cleanup.ts"
import { BUSIEST, withPodcast } from "./filled-site.ts"
import { median, round } from "./figures.ts"
import { type Load, load, loadGenerator } from "./load.ts"
import { withNginx } from "./nginx.ts"
import { findProgram } from "./programs.ts"
import { canPin, nextPort, startPinned, stop, waitFor } from "./site.ts"

const ROUNDS = 3
const SECONDS = 4
const CONNECTIONS = [32, 256]
/** Of what nginx sends, by coding. */
const AIMS = { br: 0.65, identity: 0.5 }
type Coding = keyof typeof AIMS
const acceptOf = (coding: Coding) => ({ "Accept-Encoding": coding })
const PAGES: [path: string, coding: Coding][] = [
  ["/", "br"],
  ["/episodes", "br"],
  [BUSIEST, "br"],
  ["/episodes", "identity"],
]
/** What differs with every answer, or is the server's own to say. */
const OWN_HEADERS =
  /^(date|etag|last-modified|connection|keep-alive|transfer-encoding|content-length|content-type|x-request-id|server-timing)$/

/** Cached pages, beside the same bytes as a file of nginx and from a Node server that does nothing else. */
export async function measureServed() {
  const hasNginx = findProgram("nginx") !== undefined
  console.log(
    `Served: cached pages, compressed (Brotli) and uncompressed, from one process each; ${loadGenerator} over 32 and 256 connections that stay\n` +
      `open, ${canPin() ? "servers on core 0, load on core 1" : "all on the same cores"}. nginx (one worker, sendfile, open_file_cache, no log) and a bare Node server send\n` +
      `the same bytes under the same headers. ${ROUNDS} rounds of ${SECONDS} s in turns, medians; aims: ${AIMS.br} of nginx, uncompressed ${AIMS.identity}.`,
  )
  if (!hasNginx) console.log("nginx is missing: apt-get install nginx-light")
  await withPodcast("embedded", async ({ url }) => {
    for (const [path, coding] of PAGES) {
      // The first answer makes the kept page.
      await get(url + path, coding)
      const { body, headers } = await get(url + path, coding)
      console.log(`\n${path} (${coding}): ${body.length} bytes`)
      const folder = await mkdtemp(join(tmpdir(), "cko-bench-"))
      await closing(
        () => rm(folder, { recursive: true }),
        async () => {
          await writeFile(join(folder, "page"), body)
          await withBare(folder, headers, async (bare) => {
            const port = nextPort()
            const measure = (nginx?: string) => compare({ site: url + path, nginx, bare }, coding)
            if (hasNginx)
              await withNginx({ folder, port, headers }, () => measure(`http://localhost:${port}/page`))
            else await measure()
          })
        },
      )
    }
  })
}

/** As the load generator gets it: `fetch` would unpack it. */
function get(url: string, coding: Coding) {
  return new Promise<{ body: Buffer; headers: Record<string, string> }>((resolve, reject) => {
    request(url, { headers: acceptOf(coding) }, async (response) => {
      const headers = Object.entries(response.headers).filter(
        (entry): entry is [string, string] => typeof entry[1] === "string" && !OWN_HEADERS.test(entry[0]),
      )
      resolve({ body: await buffer(response), headers: Object.fromEntries(headers) })
    })
      .on("error", reject)
      .end()
  })
}

async function withBare(
  folder: string,
  headers: Record<string, string>,
  work: (url: string) => Promise<void>,
) {
  const script = fileURLToPath(new URL("bare-server.ts", import.meta.url))
  const port = nextPort()
  const all = JSON.stringify({ "content-type": "text/html; charset=utf-8", ...headers })
  const child = startPinned(0, process.execPath, [script, String(port), join(folder, "page"), all])
  const url = `http://localhost:${port}/`
  return closing(
    () => stop(child),
    async () => {
      await waitFor(url, child)
      await work(url)
    },
  )
}

async function compare(urls: Record<"site" | "bare", string> & { nginx?: string }, coding: Coding) {
  const rows: Record<string, Record<string, number | string>> = {}
  for (const connections of CONNECTIONS) {
    const measured: Record<string, Load[]> = {}
    for (let turn = 0; turn <= ROUNDS; turn += 1) {
      for (const [name, url] of Object.entries(urls)) {
        if (!url) continue
        const result = await load(url, connections, turn === 0 ? 2 : SECONDS, acceptOf(coding))
        // The first turn warms up.
        if (turn > 0) (measured[name] ??= []).push(result)
      }
    }
    const rate = (name: string) => median((measured[name] ?? []).map(({ perSecond }) => perSecond))
    for (const [name, results] of Object.entries(measured)) {
      rows[`${name}, ${connections} connections`] = {
        "pages/s": round(rate(name)),
        "p99 ms": round(median(results.map(({ p99Ms }) => p99Ms)), 2),
        failures: results.reduce((sum, { failures }) => sum + failures, 0),
        "of nginx": urls.nginx ? round(rate(name) / rate("nginx"), 2) : "",
        "of bare": round(rate(name) / rate("bare"), 2),
      }
    }
  }
  console.table(rows)
}
