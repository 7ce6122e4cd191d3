import cluster from "node:cluster"
import { once } from "node:events"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { type AddressInfo, Server as NetServer } from "node:net"
import { CLIENT_SILENCE_MS } from "#app/kit/http/client-silence.ts"
import type { Environment } from "./env.ts"
import { requireOneHost } from "./one-host.ts"
import { onOrphaned } from "./parent.ts"

type Site = {
  listener: (request: IncomingMessage, response: ServerResponse) => void
  /** Notes an error that nobody caught. */
  report: (error: unknown) => void
  close: () => Promise<void>
}

/** How long a client may take: nobody holds a connection for ever, however slowly they send or read. */
const TIMEOUTS = {
  /** For the head of a request, also of a connection's first. */
  headersTimeout: 20_000,
  /** For a whole request: a feed of 100 MB still comes in at 1.4 Mbit/s. */
  requestTimeout: 600_000,
  /** Between two requests. A proxy must give up its idle connections sooner (docs/configuration.md). */
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 5_000,
}
/** Requests under way have this long to end when the process is told to stop. */
const STOP_TIMEOUT_MS = 10_000
/** What a worker tells who can replace it, before it ends. */
export const FAILING = "failing"
/** After that the database and the mails have this long. */
const CLOSE_TIMEOUT_MS = 15_000

/**
 * Serves the site in this process until it is told to stop: by SIGTERM, which waits for clients, or by SIGINT or the end
 * of npm, which does not wait for idle ones.
 */
export async function serve(env: Environment, openSite: (env: Environment, server: Server) => Promise<Site>) {
  const server = createServer(TIMEOUTS)
  server.timeout = CLIENT_SILENCE_MS
  const site = await openSite(env, server)
  server.on("request", requireOneHost(site.listener))

  let isStopping = false
  const stop = async ({ waitsForIdle, status = 0 }: { waitsForIdle: boolean; status?: number }) => {
    if (!waitsForIdle) server.closeIdleConnections()
    if (isStopping) return
    isStopping = true
    await closeServer(server)
    setTimeout(() => process.exit(1), CLOSE_TIMEOUT_MS).unref()
    await site.close()
    process.exit(status)
  }
  // After it nobody knows what the process is worth: the others' requests are answered, and another process takes its place.
  process.on("uncaughtException", (error) => {
    site.report(error)
    process.send?.(FAILING)
    void stop({ waitsForIdle: false, status: 1 })
  })
  process.on("SIGTERM", () => void stop({ waitsForIdle: true }))
  process.on("SIGINT", () => void stop({ waitsForIdle: false }))
  // Told to stop, npm ends its shell, and some shells pass no signal on.
  if (env.isStartedByNpm) onOrphaned(() => void stop({ waitsForIdle: false }))
  // A terminal sends it to all its processes: what it means is the primary's business.
  if (cluster.isWorker) process.on("SIGHUP", () => {})

  server.listen(env.port)
  await once(server, "listening")
  if (cluster.isPrimary) console.log(onlineText(env, (server.address() as AddressInfo).port))
}

/** What the terminal says once visitors can come. */
export function onlineText(env: Environment, port: number) {
  const data = env.databaseUrl ? "base PostgreSQL de DATABASE_URL" : env.dataDir
  return `CKO est en ligne : http://localhost:${port}\nDonnées : ${data}`
}

/**
 * Takes no more connections and lets the open ones end: each answer from now on is its connection's last, and one
 * without requests ends when its time to be kept is over. A client may be sending over it this very moment.
 */
async function closeServer(server: Server) {
  server.prependListener("request", (_request, response: ServerResponse) => {
    response.setHeader("Connection", "close")
  })
  const closed = once(server, "close")
  // That of HTTP servers would also end idle connections, at once.
  NetServer.prototype.close.call(server)
  setTimeout(() => server.closeAllConnections(), STOP_TIMEOUT_MS).unref()
  await closed
}
