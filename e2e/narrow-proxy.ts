import { once } from "node:events"
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

const MIB = 1024 ** 2

/**
 * A proxy in front of a site that lets as many bytes through at a time as `most` says. What is longer it refuses in a page of its own,
 * as nginx does; of what is much longer it ends the connection.
 *
 * @returns what it refused, in MiB
 */
export async function startNarrowProxy(site: string, most: number) {
  const proxy = { url: "", most, refused: [] as number[], close }
  const server = createServer((asked, answer) => {
    const bytes = Number(asked.headers["content-length"] ?? 0)
    if (bytes <= proxy.most) return pass(site, asked, answer)
    proxy.refused.push(bytes / MIB)
    if (bytes > 4 * MIB) return void asked.once("data", () => asked.destroy())
    asked.resume()
    return void answer.writeHead(413, { "Content-Type": "text/html" }).end("<h1>413 Too Large</h1>")
  })
  server.listen(0, "localhost")
  await once(server, "listening")
  proxy.url = `http://localhost:${(server.address() as AddressInfo).port}`
  return proxy

  function close() {
    server.close()
    server.closeAllConnections()
  }
}

function pass(site: string, asked: IncomingMessage, answer: ServerResponse) {
  const { method, headers, url } = asked
  const passed = request(`${site}${url}`, { method, headers, agent: false }, (found) => {
    answer.writeHead(found.statusCode ?? 502, found.headers)
    found.pipe(answer)
  })
  passed.on("error", () => answer.destroy())
  answer.on("close", () => passed.destroy())
  asked.pipe(passed)
}
