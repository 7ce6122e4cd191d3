import { createServer, request } from "node:http"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { freePort } from "#test/free-port.ts"
import { startSite } from "#test/running-site.ts"

/** Runs before the site's first script, and notes what not every driver tells. Firefox calls hints that came too late failed. */
const WATCH = `
const errors = []
window.watched = { errors, isHydrated: false }
addEventListener("cko:hydrated", () => (watched.isHydrated = true))
addEventListener("error", ({ message, target }) => {
  const isHint = target.localName === "link" && target.rel !== "stylesheet"
  if (!isHint) errors.push(message ?? "not loaded: " + (target.src ?? target.href))
}, true)
addEventListener("unhandledrejection", ({ reason }) => errors.push(String(reason)))
addEventListener("securitypolicyviolation", (event) => errors.push([event.violatedDirective, event.blockedURI, "at", event.sourceFile, event.lineNumber, event.columnNumber].join(" ")))
console.error = (...said) => errors.push(said.join(" "))
`
const ENTRY = /^\/assets\/entry\.client-[^/]+\.js$/

/** The built site with its starter content, behind a server that puts the watch in front of its scripts. */
export async function startWatchedSite() {
  const folder = await mkdtemp(join(tmpdir(), "cko-engines-"))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const site = await startSite({ DATA_DIR: folder, PUBLIC_URL: url, STARTER_CONTENT: "1" })
  const front = createServer((asked, answer) => {
    const isEntry = ENTRY.test(asked.url ?? "")
    const headers = isEntry ? { ...asked.headers, "accept-encoding": "identity" } : asked.headers
    const { method, url: path } = asked
    const passedOn = request({ port: site.port, method, path, headers }, async (response) => {
      answer.writeHead(response.statusCode ?? 502, without(response.headers, isEntry ? "content-length" : ""))
      if (isEntry) answer.end(WATCH + (await text(response)))
      else response.pipe(answer)
    })
    passedOn.on("error", () => answer.destroy())
    // Players break off what they have enough of.
    answer.on("close", () => passedOn.destroy())
    asked.pipe(passedOn)
  }).listen(port, "localhost")
  return {
    url,
    output: site.output,
    async stop() {
      front.close()
      front.closeAllConnections()
      await site.stop()
      await rm(folder, { recursive: true })
    },
  }
}

function without(headers: NodeJS.Dict<string | string[]>, name: string) {
  return Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name))
}
