import { connect, createServer, type Socket } from "node:net"

/**
 * Stands between a pool and the database, so that a test can silence it.
 *
 * @returns the database's address by way of it; `freeze` keeps connections open and passes nothing on until `thaw`,
 *   `freezeNewcomers` nothing of those that are made from then on
 */
export async function startRelay(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const folder = target.searchParams.get("host")
  const port = Number(target.searchParams.get("port") ?? (target.port || 5432))
  const sockets = new Set<Socket>()
  let isFrozen = false
  const server = createServer((client) => {
    const database = folder
      ? connect({ path: `${folder}/.s.PGSQL.${port}` })
      : connect({ host: target.hostname, port })
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from)
      from.on("data", (bytes) => to.write(bytes))
      from.on("error", () => {})
      from.on("close", () => {
        sockets.delete(from)
        to.destroy()
      })
      if (isFrozen) from.pause()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("not listening")
  const user = target.password ? `${target.username}:${target.password}` : target.username

  return {
    url: `postgres://${user}@127.0.0.1:${address.port}${target.pathname}`,
    freezeNewcomers() {
      isFrozen = true
    },
    freeze() {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw() {
      isFrozen = false
      for (const socket of sockets) socket.resume()
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
