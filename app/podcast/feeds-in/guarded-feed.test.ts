import { createServer } from "node:http"
import type { LookupFunction } from "node:net"
import { beforeAll, expect, test } from "vitest"
import { FeedError } from "./feed-error.ts"
import { anyNetwork, isPublicAddress, publicNetwork } from "#app/kit/http/public-network.server.ts"
import { openRemoteFeed } from "./remote-feed.server.ts"

let port = 0
let requests: string[] = []

/** A server on this machine: what no guarded address may ever reach, unless a test allows it. */
beforeAll(async () => {
  const server = createServer((request, response) => {
    requests.push(request.url ?? "")
    const target = /^\/to\/(.+)/.exec(request.url ?? "")?.[1]
    if (target) response.writeHead(302, { location: decodeURIComponent(target) }).end()
    else if (request.url === "/slow") response.write("<rss>")
    else response.end("<rss/>")
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const address = server.address()
  port = address && typeof address === "object" ? address.port : 0
  return () => {
    server.closeAllConnections()
    server.close()
  }
})

const names: Record<string, string[]> = {
  "feed.example": ["127.0.0.1"],
  "inside.example": ["10.0.0.1"],
  "both.example": ["127.0.0.1", "10.0.0.1"],
  "six.example": ["::1"],
}
const lookup: LookupFunction = (hostname, _options, callback) => {
  const addresses = (names[hostname] ?? []).map((address) => ({
    address,
    family: address.includes(":") ? 6 : 4,
  }))
  callback(null, addresses)
}
/** As if 127.0.0.1 were an address of the public internet. */
const guard = { lookup, isAllowed: (address: string) => address === "127.0.0.1" || isPublicAddress(address) }

async function read(address: string, options: Parameters<typeof openRemoteFeed>[1]) {
  requests = []
  try {
    const { source } = await openRemoteFeed(address, options)
    return Buffer.concat(await Array.fromAsync(source)).toString()
  } catch (error) {
    if (!(error instanceof FeedError)) throw error
    return error.message
  }
}

const REFUSED = expect.stringContaining("mène à un réseau privé")

test.each([
  "127.0.0.1",
  "127.1",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "0",
  "[::1]",
  "[::ffff:127.0.0.1]",
  "[::127.0.0.1]",
  "[64:ff9b::7f00:1]",
  "localhost",
  "１２７.0.0.1",
])("the public network does not hold %s", async (host) => {
  expect(await read(`http://${host}:${port}/`, { guard: publicNetwork })).toEqual(REFUSED)
  expect(await read(`https://${host}:${port}/`, { guard: publicNetwork })).toEqual(REFUSED)
  expect(requests).toEqual([])
})

test("a name is looked up, and all that it leads to has to be allowed", async () => {
  expect(await read(`http://feed.example:${port}/`, { guard })).toBe("<rss/>")
  for (const name of ["inside", "both", "six", "unknown"]) {
    expect(await read(`http://${name}.example:${port}/`, { guard })).toEqual(REFUSED)
    expect(requests).toEqual([])
  }
})

test("a name that changes its address meanwhile is connected to where the check saw it", async () => {
  let lookups = 0
  const rebinding: LookupFunction = (_hostname, _options, callback) => {
    lookups += 1
    callback(null, [{ address: lookups === 1 ? "127.0.0.1" : "10.0.0.1", family: 4 }])
  }
  expect(await read(`http://feed.example:${port}/`, { guard: { ...guard, lookup: rebinding } })).toBe(
    "<rss/>",
  )
  expect(lookups).toBe(1)
})

test.each(["http://10.0.0.1/", "http://[::1]:PORT/", "http://inside.example/", "http://0xa000001/"])(
  "4.1 a redirect to %s is refused",
  async (target) => {
    const to = encodeURIComponent(target.replace("PORT", String(port)))
    expect(await read(`http://feed.example:${port}/to/${to}`, { guard })).toEqual(REFUSED)
    expect(requests).toHaveLength(1)
  },
)

test("a redirect inside the guard is followed", async () => {
  const to = encodeURIComponent(`http://127.0.0.1:${port}/flux.xml`)
  expect(await read(`http://feed.example:${port}/to/${to}`, { guard })).toBe("<rss/>")
})

test("of any network any address is reached", async () => {
  expect(await read(`http://localhost:${port}/`, { guard: anyNetwork })).toBe("<rss/>")
})

test("a download ends when its time is over, or when nobody waits for it", async () => {
  expect(await read(`http://127.0.0.1:${port}/slow`, { guard, totalMs: 200 })).toContain("trop lent")
  const signal = AbortSignal.timeout(200)
  expect(await read(`http://127.0.0.1:${port}/slow`, { guard, signal })).toContain("interrompu")
  expect(await read(`http://127.0.0.1:${port}/slow`, { guard, signal: AbortSignal.abort() })).toContain(
    "interrompu",
  )
})
