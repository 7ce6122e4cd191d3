import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { RequestListener } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterEach, expect, test } from "vitest"
import { anyNetwork } from "#app/kit/http/public-network.server.ts"
import { FeedError } from "./feed-error.ts"
import { openFeed } from "./feed-source.server.ts"
import { openRemoteFeed } from "./remote-feed.server.ts"

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

async function folder() {
  const path = await mkdtemp(join(tmpdir(), "feed-"))
  cleanups.push(() => rm(path, { recursive: true }))
  return path
}

async function serve(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  cleanups.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  return `http://127.0.0.1:${address && typeof address === "object" ? address.port : 0}`
}

async function textOf(source: AsyncIterable<Uint8Array>) {
  const chunks = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

async function failure(opening: Promise<unknown>) {
  const error = await opening.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(FeedError)
  return String(error)
}

test("files a file is read", async () => {
  const path = join(await folder(), "nuit.xml")
  await writeFile(path, "<rss/>")
  const { source, totalBytes, charset } = await openFeed(path)
  expect([await textOf(source), totalBytes, charset]).toEqual(["<rss/>", 6, undefined])
})

test("files what cannot be read is named", async () => {
  const path = await folder()
  expect(await failure(openFeed(path))).toContain("C'est un dossier")
  expect(await failure(openFeed(join(path, "rien.xml")))).toContain("introuvable")
  expect(await failure(openFeed("ftp://x.fr/flux.xml"))).toContain("non prise en charge")
})

test("4.6 files a file over 100 MB is refused at once", async () => {
  const path = join(await folder(), "grand.xml")
  await writeFile(path, "")
  await truncate(path, 100_000_001)
  expect(await failure(openFeed(path))).toContain("100 Mo")
})

test("addresses a compressed feed behind redirects, with its charset", async () => {
  let agent = ""
  const base = await serve((request, response) => {
    agent = request.headers["user-agent"] ?? ""
    const left = Number(request.url?.slice(1))
    if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end()
    else
      response
        .writeHead(200, { "content-type": 'text/xml; charset="ISO-8859-1"', "content-encoding": "gzip" })
        .end(gzipSync("<rss/>"))
  })
  const { source, charset, totalBytes } = await openFeed(`${base}/5`)
  expect([await textOf(source), charset, totalBytes, agent]).toEqual([
    "<rss/>",
    "ISO-8859-1",
    undefined,
    expect.stringContaining("podcast website"),
  ])
  expect(await failure(openFeed(`${base}/6`))).toContain("redirections")
})

test("addresses an error status, a redirect elsewhere than the web, an announced giant", async () => {
  const base = await serve((request, response) => {
    if (request.url === "/away") response.writeHead(301, { location: "file:///etc/passwd" }).end()
    else if (request.url === "/giant")
      response.writeHead(200, { "content-length": 100_000_001 }).flushHeaders()
    else response.writeHead(404).end()
  })
  expect(await failure(openFeed(`${base}/none`))).toContain("404")
  expect(await failure(openFeed(`${base}/away`))).toContain("Adresse invalide")
  expect(await failure(openFeed(`${base}/giant`))).toContain("100 Mo")
})

test("4.7 addresses without its scheme is tried with https, unless there is such a file", async () => {
  expect(await failure(openFeed("feeds.exemple.invalid/rss"))).toContain("pas pu être téléchargé")
  expect(await failure(openFeed("flux-absent.xml"))).toContain("introuvable")
})

test("addresses nobody there, and nonsense", async () => {
  expect(await failure(openFeed("http://127.0.0.1:1/flux.xml"))).toContain("pas pu être téléchargé")
  expect(await failure(openFeed("http://[/flux.xml"))).toContain("Adresse invalide")
})

test("4.6 addresses silence before the answer, silence and a cut within it", async () => {
  const base = await serve((request, response) => {
    if (request.url === "/silent") return
    response.writeHead(200, { "content-length": 1000 })
    response.write("<rss>")
    if (request.url === "/cut") setTimeout(() => response.destroy(), 50)
  })
  const options = { guard: anyNetwork, timeoutMs: 300 }
  expect(await failure(openRemoteFeed(`${base}/silent`, options))).toContain("ne répond plus")
  const stuck = await openRemoteFeed(`${base}/stuck`, options)
  expect(await failure(textOf(stuck.source))).toContain("ne répond plus")
  const cut = await openRemoteFeed(`${base}/cut`, options)
  expect(await failure(textOf(cut.source))).toContain("pas pu être téléchargé")
})
