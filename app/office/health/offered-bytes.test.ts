import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, onTestFinished, test } from "vitest"
import { askForRoom } from "./offered-bytes.server.ts"

/** What stands at the public address: it answers a request for leave, or lets it in. */
async function stand(answer: (bytes: number, response: ServerResponse) => void) {
  const offered: number[] = []
  const respond = ({ headers }: IncomingMessage, response: ServerResponse) => {
    offered.push(Number(headers["content-length"]))
    answer(Number(headers["content-length"]), response)
  }
  const server = createServer(respond).on("checkContinue", respond).listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { offered, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const MIB = 1024 ** 2
const nginx = (most: number) => (bytes: number, response: ServerResponse) =>
  bytes > most ? void response.writeHead(413).end("<h1>413</h1>") : response.writeContinue()
const says = (status: number, headers = {}) => {
  return (_bytes: number, response: ServerResponse) => void response.writeHead(status, headers).end()
}

test.each<[string, Parameters<typeof stand>[0], number[], number | undefined]>([
  ["no limit", nginx(Infinity), [8], 8 * MIB],
  ["nginx as it comes", nginx(MIB), [8, 4, 2, 1], MIB],
  ["hardly anything", nginx(1_000), [8, 4, 2, 1, 0.5, 0.25], 0],
  ["the site, which asks who it is", says(401, { "Tus-Resumable": "1.0.0" }), [8], 8 * MIB],
  ["the site, which refuses it itself", says(413, { "Tus-Resumable": "1.0.0" }), [8], 8 * MIB],
  ["somebody else", says(200), [8], undefined],
  ["a redirect", says(301, { Location: "https://cko.test" }), [8], undefined],
  ["who hangs up", (_bytes, response) => void response.destroy(), [8], undefined],
])("finds %s at the public address", async (_what, answer, offers, found) => {
  const { address, offered } = await stand(answer)
  expect(await askForRoom(address)).toBe(found)
  expect(offered.map((bytes) => bytes / MIB)).toEqual(offers)
})

test("finds nobody", async () => {
  expect(await askForRoom("http://127.0.0.1:1")).toBeUndefined()
})
