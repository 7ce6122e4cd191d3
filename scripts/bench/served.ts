import { spawn } from "node:child_process"
import { once } from "node:events"
import { writeFile } from "node:fs/promises"
import { request } from "node:http"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { freePort } from "#test/free-port.ts"
import { median, round } from "./figures.ts"
import { type Load, load, loadGenerator } from "./load.ts"
import { atEnd, BUSIEST, canPin, findProgram, makeFolder, onCore, openPodcast } from "./site.ts"

const ROUNDS = 3
/** Of what nginx sends, by coding. */
const AIMS = { br: 0.65, identity: 0.5 }
type Coding = keyof typeof AIMS
const PAGES: [path: string, coding: Coding][] = [
  ["/", "br"],
  ["/episodes", "br"],
  [BUSIEST, "br"],
  ["/episodes", "identity"],
]
/** What differs with every answer, or is the server's own to say. */
const OWN_HEADERS =
  /^(date|etag|last-modified|connection|keep-alive|transfer-encoding|content-length|content-type|x-request-id|server-timing)$/
const BARE = fileURLToPath(new URL("bare-server.ts", import.meta.url))
const nginx = findProgram("nginx")

/** Cached pages, beside the same bytes as a file of nginx and from a Node server that does nothing else. */
export async function measureServed(seconds = 4) {
  console.log(
    `Served: cached pages, compressed (Brotli) and uncompressed, from one process each; ${loadGenerator} over 32 and 256 connections that stay\n` +
      `open, ${canPin() ? "servers on core 0, load on core 1" : "all on the same cores"}. nginx (one worker, sendfile, open_file_cache, no log) and a bare Node server send\n` +
      `the same bytes under the same headers. ${ROUNDS} rounds of ${seconds} s in turns, medians; aims: ${AIMS.br} of nginx, uncompressed ${AIMS.identity}.`,
  )
  if (!nginx) console.log("nginx is missing: apt-get install nginx-light")
  const { url } = await openPodcast()
  for (const [path, coding] of PAGES) {
    // The first answer makes the kept page.
    await get(url + path, coding)
    const { body, headers } = await get(url + path, coding)
    console.log(`\n${path} (${coding}): ${body.length} bytes`)
    const folder = await makeFolder()
    await writeFile(join(folder, "page"), body)
    const servers: Server[] = [await startBare(folder, headers)]
    if (nginx) servers.push(await startNginx(nginx, folder, headers))
    const urls = {
      site: url + path,
      ...Object.fromEntries(servers.map((server) => [server.name, server.url])),
    }
    await compare(urls, coding, seconds)
    for (const { stop } of servers) await stop()
  }
}

/** As the load generator gets it: `fetch` would unpack it. */
async function get(url: string, coding: Coding) {
  const [response] = await once(request(url, { headers: { "Accept-Encoding": coding } }).end(), "response")
  const headers = Object.entries<unknown>(response.headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && !OWN_HEADERS.test(entry[0]),
  )
  return { body: await buffer(response), headers: Object.fromEntries(headers) }
}

type Server = Awaited<ReturnType<typeof start>>

async function startBare(folder: string, headers: Record<string, string>) {
  const port = await freePort()
  const all = JSON.stringify({ "content-type": "text/html; charset=utf-8", ...headers })
  return start("bare", port, [process.execPath, BARE, String(port), join(folder, "page"), all])
}

/** With one worker, which sends one file, with these headers, on every request. */
async function startNginx(program: string, folder: string, headers: Record<string, string>) {
  const port = await freePort()
  const config = join(folder, "nginx.conf")
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
  await writeFile(
    config,
    `daemon off; ${process.getuid?.() === 0 ? "user root;" : ""} worker_processes 1;
pid ${folder}/nginx.pid; error_log stderr error;
events { worker_connections 4096; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; open_file_cache max=10;
  types {} default_type "text/html; charset=utf-8";
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
  server {
    listen ${port}; root ${folder};
    ${Object.entries(headers)
      .map(([name, value]) => `add_header ${name} ${JSON.stringify(value)};`)
      .join(" ")}
  }
}`,
  )
  return start("nginx", port, [program, "-c", config, "-p", folder])
}

async function start(name: string, port: number, command: string[]) {
  const [program = "", ...args] = [...onCore(0), ...command]
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "inherit"] })
  const ended = once(child, "exit")
  const stop = () => (child.kill(), ended)
  atEnd(stop)
  const url = `http://localhost:${port}/page`
  while (child.exitCode === null && !(await fetch(url).catch(() => undefined))?.ok) await sleep(25)
  return { name, url, stop }
}

async function compare(urls: Record<string, string>, coding: Coding, seconds: number) {
  const rows: Record<string, Record<string, number | string>> = {}
  for (const connections of [32, 256]) {
    const measured: Record<string, Load[]> = {}
    for (let turn = 0; turn <= ROUNDS; turn += 1) {
      for (const [name, url] of Object.entries(urls)) {
        const result = await load(url, connections, turn === 0 ? 2 : seconds, { "Accept-Encoding": coding })
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
        "of nginx": nginx ? round(rate(name) / rate("nginx"), 2) : "",
        "of bare": round(rate(name) / rate("bare"), 2),
      }
    }
  }
  console.table(rows)
}
