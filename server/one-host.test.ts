import { once } from "node:events"
import { connect } from "node:net"
import { text } from "node:stream/consumers"
import { beforeAll, expect, test } from "vitest"
import { serve } from "#test/serve.ts"
import { requireOneHost } from "./one-host.ts"

let port = 0
beforeAll(async () => {
  const server = await serve(requireOneHost((_request, response) => void response.end("taken")))
  port = Number(new URL(server.url).port)
  return () => server.close()
})

/** The status of what a server answers to bytes as they are. */
async function ask(...lines: string[]) {
  const socket = connect(port, "127.0.0.1")
  await once(socket, "connect")
  socket.write([...lines, "Connection: close", "", ""].join("\r\n"), "latin1")
  return (await text(socket)).split(" ", 2)[1]
}

test.each([
  ...["cko.test", "CKO.test:8080", "localhost:3000", "192.168.1.20", "[::1]:3000", "app_1", "cko.test:"],
  ...["xn--t-ida.example", " cko.test "],
])("a request that names the host « %s » is taken", async (host) => {
  expect(await ask("GET / HTTP/1.1", `Host: ${host}`)).toBe("200")
})

test.each([
  [[]],
  [["Host:"]],
  [["Host: "]],
  [["Host: a b"]],
  [["Host: cko.test\tevil.example"]],
  [["Host: cko.test/evil"]],
  [["Host: evil@cko.test"]],
  [["Host: [::1"]],
  [["Host: \u00e9t\u00e9.test"]],
  [["Host: cko.test", "Host: evil.example"]],
  [["Host: cko.test", "host: cko.test"]],
])("a request that names its host by %j is answered with 400", async (lines) => {
  for (const method of ["GET", "POST"]) expect(await ask(`${method} / HTTP/1.1`, ...lines)).toBe("400")
})

test("a request of HTTP/1.0 need not name a host", async () => {
  expect(await ask("GET / HTTP/1.0")).toBe("200")
})
