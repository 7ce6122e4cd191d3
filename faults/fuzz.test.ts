import { randomInt } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, test } from "vitest"
import type { RouteConfigEntry } from "@react-router/dev/routes"
import routes from "../app/routes.ts"
import { makeFolder, startOwnSite } from "./for-one-test.ts"
import { prepare } from "./prepared-site.ts"
import { openRaw, sendRaw, statusesIn } from "./raw.ts"

/** FUZZ_SEED repeats a run, FUZZ_SECONDS makes it longer. */
const SEED = Number(process.env.FUZZ_SEED ?? randomInt(1e9))

const SECONDS = Number(process.env.FUZZ_SECONDS ?? 25)
const AT_ONCE = 4
/** Other faults run on the same machine. */
const PAUSE_MS = 10

const METHODS = ["GET", "GET", "GET", "HEAD", "POST", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "BREW"]
const CODINGS = [
  "",
  "identity",
  "gzip",
  "br",
  "deflate",
  "zstd",
  "*",
  "*;q=0",
  "gzip;q=0, br;q=x",
  "\u00e9,,,;",
]
const RANGES = [
  "bytes=0-0",
  "bytes=-1",
  "bytes=9-1",
  "bytes=0-,5-",
  "bytes=99999999999999999999-",
  "lines=1-2",
  "",
]
const TAGS = ["*", '"x"', 'W/"x", W/"y"', '"', "x".repeat(5_000)]
const TYPES = [
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "multipart/form-data",
  "application/json",
  "text/x-script.phtml",
  ";",
]
const VALUES = [
  "1",
  "0",
  "-1",
  "9".repeat(30),
  "un-titre",
  "%00",
  "%E0%A4%A",
  "..%2f..%2f",
  "%F0%9F%8E%A7",
  "a".repeat(4_000),
  "__proto__",
]
const QUERIES = [
  "q=rap",
  "q=%00",
  "page=99999999",
  "page=-1",
  "page=1&page=2",
  "tri=x&filtre=y",
  "%",
  "a[b]=c",
  `q=${"a ".repeat(2_000)}`,
]
const BODIES = [
  "",
  "intent=save",
  "intent=save&id=1&title=%00",
  `intent=${"x".repeat(200_000)}`,
  "a=1&".repeat(20_000),
  '{"intent":',
  '--x\r\nContent-Disposition: form-data; name="intent"\r\n\r\nsave',
  "\0".repeat(5_000),
]

test(
  "whatever is sent, the process stays the same, and nothing is answered by an error of the site's",
  { timeout: (SECONDS + 120) * 1_000 },
  async () => {
    console.log(`FUZZ_SEED=${SEED}`)
    const site = await startOwnSite({ DATA_DIR: await makeFolder() })
    const session = await prepare(site.url)
    const broken: string[] = []
    const send = async (sent: Sent) => {
      const answer = sent.isHalf
        ? await leaveHalfway(site.port, sent.bytes)
        : await sendRaw(site.port, sent.bytes)
      const status = statusesIn(answer).find((found) => found >= 500)
      if (status && status !== 501) broken.push(`${status} ${sent.bytes.slice(0, 300)}`)
    }

    // Each address first as podcast apps ask for it, twice, as the second answer is a kept one.
    for (const path of addresses()) {
      for (const method of ["GET", "GET", "HEAD"]) await send(plain(method, path))
    }
    const random = randomFrom(SEED)
    const until = performance.now() + SECONDS * 1_000
    let count = 0
    const visitor = async () => {
      while (performance.now() < until && site.output().length < 1e6) {
        count += 1
        await send(anyRequest(random, session)).catch(() => undefined)

        await sleep(PAUSE_MS)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, visitor))
    console.log(`${count} requests`)

    const ended = await Promise.race([site.ended, Promise.resolve("running")])
    expect([ended, broken]).toEqual(["running", []])
    expect(statusesIn(await sendRaw(site.port, plain("GET", "/healthz").bytes))).toEqual([200])
    expect(
      site
        .output()
        .split("\n")
        .filter((line) => /"level":[56]0/.test(line)),
    ).toEqual([])
  },
)

type Sent = { bytes: string; isHalf: boolean }

const plain = (method: string, path: string): Sent => ({
  bytes: `${method} ${path} HTTP/1.1\r\nHost: cko.test\r\nConnection: close\r\n\r\n`,
  isHalf: false,
})

/** Every address of the site, with a value for each parameter. */
function addresses(entries: RouteConfigEntry[] = routes, parent = ""): string[] {
  return entries.flatMap((entry) => {
    const path = entry.path ? `${parent}/${entry.path}` : parent
    const own = (path || "/").replace(/:\w+\??/g, "1").replace("*", "a/b")
    return [own, `${own}/`, ...addresses(entry.children ?? [], path)]
  })
}

function anyRequest(random: () => number, session: string): Sent {
  const pick = <One>(list: readonly One[]) => list[Math.floor(random() * list.length)] as One
  const maybe = <One>(chance: number, one: () => One) => (random() < chance ? [one()] : [])
  const method = pick(METHODS)
  const path = pick(ADDRESSES).replace(/\b1\b/g, () => pick(VALUES))
  const query = random() < 0.3 ? `?${pick(QUERIES)}` : ""
  const body = ["GET", "HEAD", "OPTIONS"].includes(method) && random() < 0.9 ? undefined : pick(BODIES)
  const isHalf = random() < 0.1
  // Signed out, nothing more would be tried behind the door.
  const cookies = path.includes("sign-out")
    ? ["", "x"]
    : ["", session, session, `${session}; cko_device=x`, "=;=;", "a".repeat(9_000)]
  const lines = [
    `${method} ${path}${query} HTTP/1.1`,
    "Host: cko.test",
    "Connection: close",
    `X-Forwarded-For: 10.${Math.floor(random() * 255)}.${Math.floor(random() * 255)}.7`,
    ...maybe(0.6, () => `Accept-Encoding: ${pick(CODINGS)}`),
    ...maybe(0.2, () => `Range: ${pick(RANGES)}`),
    ...maybe(0.2, () => `If-None-Match: ${pick(TAGS)}`),
    ...maybe(0.1, () => `If-Modified-Since: ${pick(TAGS)}`),
    ...maybe(0.5, () => `Cookie: ${pick(cookies)}`),
    ...maybe(0.3, () => `Origin: ${pick(["http://cko.test", "null", "https://ailleurs.test", "x"])}`),
    ...maybe(0.2, () => `Accept: ${pick(["text/html", "application/json", "text/x-component", "*"])}`),
    ...(body === undefined ? [] : [`Content-Type: ${pick(TYPES)}`]),
    ...(body === undefined ? [] : maybe(0.9, () => `Content-Length: ${body.length + (isHalf ? 10 : 0)}`)),
  ]
  return { bytes: `${lines.join("\r\n")}\r\n\r\n${body ?? ""}`, isHalf }
}

const ADDRESSES = addresses()

/** Sends a request that lacks its end, and goes. */
async function leaveHalfway(port: number, bytes: string) {
  const socket = await openRaw(port)
  socket.write(bytes.slice(0, -4))
  await new Promise((resolve) => socket.write("\r", resolve))
  socket.destroy()
  return ""
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
