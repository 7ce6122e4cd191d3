import { createHash, randomBytes } from "node:crypto"
import { lstat, mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { join } from "node:path"
import { EmbeddedDatabaseError } from "./embedded-error.ts"
import { databaseFolder, OWNER } from "./folder.server.ts"

/** How an embedded database is reached: only from this machine, and only by who may read its data folder. */
export type Reach = {
  /** For `pg`. */
  url: string
  /** What `net.connect` takes. */
  address: { path: string } | { host: string; port: number }
  settings: Record<string, string>
  /** For `initdb`. */
  initArgs: string[]
  /** A folder outside of the data folder that has to be there before the start. */
  socketFolder?: string
}

/** A socket's path is cut after 103 bytes on macOS and 107 on Linux. */
const MAX_SOCKET_PATH = 100
const PORT = "5432"

/** By a Unix socket in the database's own folder, which is private; on Windows by the loopback address with a password. */
export function findReach(dataDir: string, byLoopback = process.platform === "win32") {
  return byLoopback ? reachByLoopback(dataDir) : reachBySocket(dataDir)
}

function reachBySocket(dataDir: string): Reach {
  const folder = databaseFolder(dataDir)
  const name = `.s.PGSQL.${PORT}`
  const fits = Buffer.byteLength(join(folder, name)) <= MAX_SOCKET_PATH
  const hash = createHash("sha256").update(folder).digest("hex").slice(0, 16)
  const place = fits ? folder : join("/tmp", `cko-${hash}`)
  return {
    url: `postgres://${OWNER}@localhost/postgres?sslmode=disable&host=${encodeURIComponent(place)}&port=${PORT}`,
    address: { path: join(place, name) },
    settings: {
      listen_addresses: "",
      port: PORT,
      unix_socket_directories: `"${place.replaceAll('"', '""')}"`,
      unix_socket_permissions: "0700",
    },
    initArgs: ["--auth", "trust"],
    socketFolder: fits ? undefined : place,
  }
}

/** @throws EmbeddedDatabaseError when somebody else made the folder */
export async function ensureSocketFolder(path: string, own: (folder: string) => Promise<void>) {
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error
  })
  const found = await lstat(path)
  const isOurs = found.uid === process.getuid?.() || process.getuid?.() === 0
  if (!found.isDirectory() || !isOurs || (found.mode & 0o077) !== 0) {
    throw new EmbeddedDatabaseError(
      `Le dossier ${path} n’est pas à nous : supprimez-le, ou choisissez un DATA_DIR au nom plus court.`,
    )
  }
  await own(path)
}

async function reachByLoopback(dataDir: string): Promise<Reach> {
  const file = join(dataDir, "database-access.json")
  const passwordFile = join(dataDir, "database-password")
  const kept = await readFile(file, "utf8").catch(() => undefined)
  const access = kept
    ? (JSON.parse(kept) as { port: number; password: string })
    : { port: await freePort(), password: randomBytes(24).toString("hex") }
  if (!kept) {
    await rm(passwordFile, { force: true })
    await writeFile(passwordFile, access.password, { mode: 0o600 })
    await writeFile(file, JSON.stringify(access), { mode: 0o600 })
  }
  const { port, password } = access
  return {
    url: `postgres://${OWNER}:${password}@127.0.0.1:${port}/postgres?sslmode=disable`,
    address: { host: "127.0.0.1", port },
    settings: { listen_addresses: "127.0.0.1", port: String(port), unix_socket_directories: "" },
    initArgs: ["--auth", "scram-sha-256", "--pwfile", passwordFile],
  }
}

function freePort() {
  return new Promise<number>((resolve, reject) => {
    const server = createServer().on("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      )
    })
  })
}
