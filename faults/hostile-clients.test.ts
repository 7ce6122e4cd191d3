import { once } from "node:events"
import { readFile } from "node:fs/promises"
import type { Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { beforeAll, describe, expect, test } from "vitest"
import { startSite, type RunningSite } from "#test/running-site.ts"
import { makeTemporaryFolder } from "./for-one-test.ts"
import { openRaw, readAll, sendRaw, statusesIn } from "./raw.ts"
import { visit } from "./visitor.ts"

const MEGABYTE = 1_000_000
const IDLE = 10_000
/** Each connection is a file here and one in the site, which share the limit of one process each. */
const SPARE_FILES = 500

let site: RunningSite

beforeAll(async () => {
  const folder = await makeTemporaryFolder()
  site = await startSite({ DATA_DIR: folder.path })
  return async () => {
    await site.stop("SIGINT")
    await folder.remove()
  }
})

/** A page comes at once, though somebody misbehaves: within two seconds of the site's own work, whatever else the machine does. */
async function expectResponsive() {
  const before = await cpuMsOf(site.pid)
  const { status } = await visit(`${site.url}/about`)
  expect(status).toBe(200)
  expect((await cpuMsOf(site.pid)) - before).toBeLessThan(2_000)
}

/** What a process has worked so far, to a hundredth of a second. */
async function cpuMsOf(pid: number) {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8")
  const [user, system] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13)
  return (Number(user) + Number(system)) * 10
}

async function memoryOf(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, "utf8")
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024
}

const head = (lines: string[]) => [...lines, "Host: cko.test", "", ""].join("\r\n")
const post = (path: string, ...lines: string[]) =>
  head([`POST ${path} HTTP/1.1`, "Content-Type: application/x-www-form-urlencoded", ...lines])

describe("malformed requests", () => {
  const requests: [name: string, bytes: string | Buffer][] = [
    ["no HTTP at all", "Bonjour\r\n\r\n"],
    ["TLS on the plain port", Buffer.from("1603010200010001fc0303", "hex")],
    ["no version", "GET /\r\nHost: x\r\n\r\n"],
    ["another version", "GET / HTTP/9.9\r\nHost: x\r\n\r\n"],
    ["an unknown method", head(["BREW / HTTP/1.1"])],
    ["no host", "GET / HTTP/1.1\r\n\r\n"],
    ["a broken host", "GET / HTTP/1.1\r\nHost: [::1\r\n\r\n"],
    ["two hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"],
    ["a NUL in the path", head(["GET /\0 HTTP/1.1"])],
    ["a NUL in a header", head(["GET / HTTP/1.1", "X-A: \0"])],
    ["an encoded NUL", head(["GET /blog/%00 HTTP/1.1"])],
    ["an encoded NUL in the search", head(["GET /episodes?q=%00 HTTP/1.1"])],
    ["bad percent-encoding", head(["GET /blog/%E0%A4%A HTTP/1.1"])],
    ["bad percent-encoding in the search", head(["GET /episodes?q=%E0%A4%A HTTP/1.1"])],
    ["bad percent-encoding of a file", head(["GET /assets/%E0%A4%A.js HTTP/1.1"])],
    ["a way out of the folder", head(["GET /assets/../../../../etc/passwd HTTP/1.1"])],
    ["an encoded way out of the folder", head(["GET /assets/..%2f..%2f..%2fpackage.json HTTP/1.1"])],
    ["a whole address", head(["GET http://evil.example/ HTTP/1.1"])],
    ["an address that is none", head(["GET //[ HTTP/1.1"])],
    ["a tunnel", head(["CONNECT evil.example:443 HTTP/1.1"])],
    ["a star", head(["OPTIONS * HTTP/1.1"])],
    ["another protocol", head(["GET / HTTP/1.1", "Connection: Upgrade", "Upgrade: websocket"])],
    ["a huge path", head([`GET /${"a".repeat(20_000)} HTTP/1.1`])],
    ["a huge header", head(["GET / HTTP/1.1", `X-A: ${"a".repeat(100_000)}`])],
    ["5,000 headers", head(["GET / HTTP/1.1", ...Array.from({ length: 5_000 }, (_, n) => `X-${n}: a`)])],
    ["a broken cookie", head(["GET / HTTP/1.1", "Cookie: cko_toast=%E0%A4%A; cko.session_token=%%%; ;=;"])],
    ["a negative length", post("/contact", "Content-Length: -1")],
    ["two lengths", post("/contact", "Content-Length: 3", "Content-Length: 4")],
    [
      "a length and chunks",
      `${post("/contact", "Content-Length: 3", "Transfer-Encoding: chunked")}0\r\n\r\n`,
    ],
    ["a bad chunk", `${post("/contact", "Transfer-Encoding: chunked")}zz\r\nabc\r\n`],
    ["a chunk's wrong end", `${post("/contact", "Transfer-Encoding: chunked")}3\r\nabcdef\r\n0\r\n\r\n`],
    ["an unknown encoding", `${post("/contact", "Transfer-Encoding: gzip, chunked")}0\r\n\r\n`],
    ["a form that is none", `${post("/contact", "Content-Length: 6")}%E0%A4`],
    ["a multipart form without parts", multipart("abc")],
    ["a multipart form without a boundary", multipart("--x\r\n\r\n", "")],
  ]

  test.each(requests)("malformed requests %s: no failure of the site's", async (_name, bytes) => {
    const start = site.output().length
    const response = await sendRaw(site.port, bytes)
    expect(statusesIn(response).filter((status) => status >= 500)).toEqual([])
    expect(response).not.toContain("root:")
    expect(site.output().slice(start)).not.toContain('"level":50')
    await expectResponsive()
  })

  function multipart(body: string, boundary = "; boundary=x") {
    return `${head([
      "POST /contact HTTP/1.1",
      `Content-Type: multipart/form-data${boundary}`,
      `Content-Length: ${body.length}`,
    ])}${body}`
  }
})

describe("a body of 50 MB", () => {
  const withLength = `Content-Length: ${50 * MEGABYTE}`
  const inChunks = "Transfer-Encoding: chunked"
  test.each([
    ["/contact", withLength, 413],
    ["/contact", inChunks, 413],
    // Behind the guard, which is asked before anything is read.
    ["/admin/episodes", withLength, 302],
    ["/admin/episodes", inChunks, 302],
    ["/admin/import/stream", inChunks, 302],
  ])("19.3 a body of 50 MB for %s (%s) is refused without being taken", async (path, length, refusal) => {
    const before = await memoryOf(site.pid)
    const sockets = await Promise.all(Array.from({ length: 40 }, () => sendBody(path, length)))
    await expectResponsive()
    for (const { status, sentBytes } of sockets) {
      expect(status).toBe(refusal)
      expect(sentBytes).toBeLessThan(10 * MEGABYTE)
    }
    expect((await memoryOf(site.pid)) - before).toBeLessThan(100 * MEGABYTE)
  })

  /** Sends what the site takes, until it answers. */
  async function sendBody(path: string, length: string) {
    const socket = await openRaw(site.port)
    let response = ""
    socket.on("data", (chunk: Buffer) => (response += chunk.toString("latin1")))
    socket.write(post(path, length))
    const chunk = Buffer.alloc(64 * 1024, "a")
    let sentBytes = 0
    const answered = Promise.race([once(socket, "data"), once(socket, "close")])
    while (!response && !socket.destroyed && sentBytes < 50 * MEGABYTE) {
      const isChunked = length.startsWith("Transfer")
      if (isChunked) socket.write(`${chunk.length.toString(16)}\r\n`)
      const isTaken = socket.write(chunk)
      if (isChunked) socket.write("\r\n")
      sentBytes += chunk.length
      // Nothing is sent into the blue: what nobody takes waits here.
      await (isTaken ? sleep(0) : Promise.race([once(socket, "drain"), answered]))
    }
    await answered
    socket.destroy()
    return { status: statusesIn(response)[0], sentBytes }
  }
})

test.each([
  ["60,000 short names", Array.from({ length: 60_000 }, (_, n) => `${n.toString(36)}=`).join("&")],
  ["one name 490,000 times", "a=&".repeat(490_000)],
  ["a name of 60,000 letters", "a".repeat(60_000)],
])("a form of hostile fields %s holds nobody up", async (_name, body) => {
  const before = await cpuMsOf(site.pid)
  const responses = Promise.all(
    Array.from({ length: 5 }, () =>
      sendRaw(site.port, `${post("/contact", `Content-Length: ${body.length}`)}${body}`),
    ),
  )
  await expectResponsive()
  for (const response of await responses) expect([400, 413]).toContain(statusesIn(response)[0])
  expect((await cpuMsOf(site.pid)) - before).toBeLessThan(2_000)
})

test("slow clients of 200 that send a byte a second, none holds up a page, nor is kept for ever", async () => {
  const heads = await Promise.all(Array.from({ length: 100 }, () => openRaw(site.port)))
  const bodies = await Promise.all(Array.from({ length: 100 }, () => openRaw(site.port)))
  const ended = Promise.all(heads.map((socket) => readAll(socket, 60_000)))
  for (const socket of bodies) socket.write(post("/contact", "Content-Length: 1000"))
  let sent = 0
  const timer = setInterval(() => {
    for (const socket of heads) socket.write("GET /"[sent] ?? "a")
    for (const socket of bodies) socket.write("a")
    sent += 1
  }, 1_000)
  for (let n = 0; n < 5; n += 1) {
    await expectResponsive()
    await sleep(1_000)
  }
  // The heads have 20 seconds (server/serve.ts); the bodies ten minutes, which nobody waits for here.
  const responses = await ended
  clearInterval(timer)
  expect(new Set(responses.flatMap(statusesIn))).toEqual(new Set([408]))
  expect(bodies.every((socket) => !socket.destroyed)).toBe(true)
  for (const socket of bodies) socket.destroy()
})

test("slow clients that do not read what they asked for hold nothing up", async () => {
  const before = await memoryOf(site.pid)
  const sockets = await Promise.all(Array.from({ length: 100 }, () => openRaw(site.port)))
  for (const socket of sockets) {
    socket.pause()
    // 90 kB each, one after the other over the same connection: more than the system keeps for it.
    socket.write(head(["GET /share.png HTTP/1.1"]).repeat(5))
  }
  await sleep(2_000)
  await expectResponsive()
  expect((await memoryOf(site.pid)) - before).toBeLessThan(150 * MEGABYTE)
  for (const socket of sockets) socket.destroy()
})

describe("many idle connections", () => {
  test(`many idle connections ${IDLE} of them cost little, and nobody else their page`, async () => {
    const limit = Math.min(IDLE, (await fileLimit()) - SPARE_FILES)
    if (limit < IDLE) console.log(`  only ${limit} connections: this machine allows no more open files`)
    const before = await memoryOf(site.pid)
    const sockets: Socket[] = []
    const lives: number[] = []
    async function open() {
      const socket = await openRaw(site.port)
      const opened = performance.now()
      socket.on("close", () => lives.push(performance.now() - opened))
      sockets.push(socket)
    }
    while (sockets.length < limit) await Promise.all(Array.from({ length: 250 }, open))
    await expectResponsive()
    const each = ((await memoryOf(site.pid)) - before) / sockets.length
    console.log(`  ${sockets.length} idle connections, ${Math.round(each / 1024)} kB each`)
    expect(each).toBeLessThan(30_000)
    // They have 20 seconds to say what they want (server/serve.ts), less what the news of their opening takes.
    expect(lives.filter((ms) => ms < 15_000)).toEqual([])
    for (const socket of sockets) socket.destroy()
    await expectResponsive()
  })

  async function fileLimit() {
    const limits = await readFile("/proc/self/limits", "utf8")
    return Number(/Max open files\s+(\d+)/.exec(limits)?.[1] ?? 1_024)
  }
})
