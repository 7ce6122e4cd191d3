/** `node e2e/start-sites.ts`: runs the sites that journeys share until told to stop, and says over HTTP when all are there. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import { LASTING_SITES, READY_PORT, type SiteName, siteUrl } from "./sites.ts"

const children = LASTING_SITES.map((name) =>
  // They end with the other end of their input.
  spawn(process.execPath, ["e2e/start-site.ts", name], { stdio: ["pipe", "inherit", "inherit"] }),
)
const ended = Promise.all(children.map((child) => once(child, "exit")))
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => children.forEach((child) => child.kill()))
}

let isReady = false
const server = createServer((_request, response) => {
  response.writeHead(isReady ? 200 : 503, { Connection: "close" }).end()
}).listen(READY_PORT)
await Promise.race([ended, Promise.all(LASTING_SITES.map(waitFor))])
isReady = true

await ended
server.close()
server.closeAllConnections()

async function waitFor(name: SiteName) {
  while (!(await fetch(`${siteUrl(name)}/healthz`).catch(() => undefined))?.ok) await sleep(100)
}
