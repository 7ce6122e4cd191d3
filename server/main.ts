/** Starts and stops the site: `npm start` in production, `npm run dev` (`--dev`) with hot reload. */
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { readEnvironment } from "./env.ts"
import { onOrphaned } from "./parent.ts"

const STOP_PATIENCE_MS = 10_000

try {
  await main()
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}

async function main() {
  const env = readEnvironment()
  const server = createServer()
  const { openSite } = process.argv.includes("--dev")
    ? await import("./development.ts")
    : await import("./production.ts")
  const site = await openSite(env, server)
  server.on("request", site.listener)

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await closeServer(server)
    await site.close()
    process.exit(0)
  }
  process.on("SIGTERM", stop)
  process.on("SIGINT", stop)
  // Told to stop, npm ends its shell, and some shells pass no signal on.
  if (env.isStartedByNpm) onOrphaned(() => void stop())

  server.listen(env.port)
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const data = env.databaseUrl ? "base PostgreSQL de DATABASE_URL" : env.dataDir
  console.log(`CKO est en ligne : http://localhost:${port}\nDonnées : ${data}`)
}

/** Lets running requests end, but not for ever. */
async function closeServer(server: Server) {
  const closed = once(server, "close")
  server.close()
  server.closeIdleConnections()
  setTimeout(() => server.closeAllConnections(), STOP_PATIENCE_MS).unref()
  await closed
}

/** One line for what an operator can mend; the whole error for what only a developer can. */
function explain(error: unknown) {
  if (!(error instanceof Error)) return error
  if (["EnvironmentError", "DataFolderInUseError", "DatabaseUnreadableError"].includes(error.name))
    return error.message
  const { code, cause } = error as NodeJS.ErrnoException & { cause?: unknown }
  if (code === "EADDRINUSE") return "Ce port est déjà pris. Choisissez-en un autre avec PORT."
  const reason = (cause ?? error) as NodeJS.ErrnoException
  const unreachable = ["ECONNREFUSED", "ENOTFOUND", "ETIMEDOUT", "28P01", "28000", "3D000"]
  if (unreachable.includes(reason.code ?? "")) {
    return `La base PostgreSQL de DATABASE_URL ne répond pas : ${reason.message || reason.code}`
  }
  return error
}
