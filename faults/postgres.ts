import { execFile, execFileSync } from "node:child_process"
import { appendFile, chmod, chown, mkdtemp, readFile, rm } from "node:fs/promises"
import { existsSync, readdirSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { freePort } from "#test/free-port.ts"
import { freeze, thaw } from "./processes.ts"

const run = promisify(execFile)
const BIN = findBinaries()

/** Why these tests cannot run, or undefined. */
export const NO_POSTGRES = BIN ? undefined : "no PostgreSQL server is installed (initdb was not found)"

export type Postgres = Awaited<ReturnType<typeof startPostgres>>

/** Where a server runs: its address, and what a program is started with to run there. */
type Place = { address: string; prefix: string[] }
const HERE: Place = { address: "127.0.0.1", prefix: [] }

/** Starts a PostgreSQL server of its own in a temporary folder. @param network whom it lets in besides this machine */
export async function startPostgres(place = HERE, network?: string) {
  const folder = await mkdtemp(join(tmpdir(), "cko-postgres-"))
  await chmod(folder, 0o755)
  if (process.getuid?.() === 0) await chown(folder, ...postgresUser())
  const data = join(folder, "data")
  await command("initdb", "-D", data, "-U", "cko", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
  if (network) {
    const lines = ["all", "replication"].map((database) => `host ${database} all ${network} trust\n`)
    await appendFile(join(data, "pg_hba.conf"), lines.join(""))
  }
  const server = await startIn(folder, data, place)
  const replicas: (typeof server)[] = []

  return {
    ...server,
    /** A streaming replica of it, which goes with it. */
    async replicate(at = place) {
      const copy = join(folder, `replica-${replicas.length}`)
      await commandAt(
        at,
        "pg_basebackup",
        "-d",
        server.url,
        "-D",
        copy,
        "-R",
        "-X",
        "stream",
        "-c",
        "fast",
        "--no-sync",
      )
      const replica = await startIn(folder, copy, at)
      replicas.push(replica)
      return replica
    },
    async remove() {
      for (const one of [...replicas, server]) {
        await one.thaw().catch(() => {})
        await one.stop().catch(() => {})
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startIn(folder: string, data: string, place: Place) {
  const port = await freePort()
  const options = `-p ${port} -c listen_addresses=${place.address} -c unix_socket_directories=${folder} -c max_connections=50`
  const start = () =>
    commandAt(place, "pg_ctl", "-D", data, "-w", "-l", `${data}.log`, "-o", options, "start")
  await start()
  return {
    /** Of its first database. */
    url: `postgres://cko@${place.address}:${port}/postgres`,
    /** The same without a network. */
    localUrl: `postgres://cko@/postgres?host=${folder}&port=${port}`,
    start,
    /** As if its machine had lost its power: open connections break. */
    stop: () => command("pg_ctl", "-D", data, "-w", "-m", "immediate", "stop"),
    /** All its processes stand still: connections stay open and nothing answers. */
    freeze: async () => freeze(await postmasterOf(data)),
    thaw: async () => thaw(await postmasterOf(data)),
  }
}

async function postmasterOf(data: string) {
  return Number.parseInt(await readFile(join(data, "postmaster.pid"), "utf8"), 10)
}

const command = (...args: string[]) => commandAt(HERE, ...args)

/** PostgreSQL refuses to run as root. */
async function commandAt({ prefix }: Place, name = "", ...args: string[]) {
  const asPostgres = process.getuid?.() === 0 ? ["runuser", "-u", "postgres", "--"] : []
  const [program = "", ...rest] = [...prefix, ...asPostgres, join(BIN ?? "", name), ...args]
  // What it starts keeps its output open: nobody waits for its end.
  const options = { cwd: "/", stdio: "ignore" as const }
  await run(program, rest, options)
}

function postgresUser(): [number, number] {
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }))
  return [id("-u"), id("-g")]
}

function findBinaries() {
  const root = "/usr/lib/postgresql"
  const versions = existsSync(root) ? readdirSync(root).map(Number) : []
  const newest = versions.toSorted((a, b) => b - a).map((version) => join(root, String(version), "bin"))
  return newest.find((folder) => existsSync(join(folder, "initdb")))
}
