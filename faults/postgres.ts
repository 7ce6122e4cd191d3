import { execFile, execFileSync } from "node:child_process"
import { chmod, chown, mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { existsSync, readdirSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { freePort } from "#test/free-port.ts"

const run = promisify(execFile)
const BIN = findBinaries()

/** Why these tests cannot run, or undefined. */
export const NO_POSTGRES = BIN ? undefined : "no PostgreSQL server is installed (initdb was not found)"

export type Postgres = Awaited<ReturnType<typeof startPostgres>>

/** Starts a PostgreSQL server of its own in a temporary folder. */
export async function startPostgres() {
  const folder = await mkdtemp(join(tmpdir(), "cko-postgres-"))
  await chmod(folder, 0o755)
  if (process.getuid?.() === 0) await chown(folder, ...postgresUser())
  const data = join(folder, "data")
  await command("initdb", "-D", data, "-U", "cko", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
  const server = await startIn(folder, data)
  const replicas: (typeof server)[] = []

  return {
    ...server,
    /** A streaming replica of it, which goes with it. */
    async replicate() {
      const copy = join(folder, `replica-${replicas.length}`)
      await command(
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
      const replica = await startIn(folder, copy)
      replicas.push(replica)
      return replica
    },
    async remove() {
      for (const { thaw, stop } of [...replicas, server]) {
        await thaw().catch(() => {})
        await stop().catch(() => {})
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startIn(folder: string, data: string) {
  const port = await freePort()
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c max_connections=50`
  const start = () => command("pg_ctl", "-D", data, "-w", "-l", `${data}.log`, "-o", options, "start")
  await start()
  return {
    /** Of its first database. */
    url: `postgres://cko@127.0.0.1:${port}/postgres`,
    start,
    /** As if its machine had lost its power: open connections break. */
    stop: () => command("pg_ctl", "-D", data, "-w", "-m", "immediate", "stop"),
    /** All its processes stand still: connections stay open and nothing answers. */
    freeze: () => freeze(data),
    thaw: () => thaw(data),
  }
}

// The postmaster is the first to stop and the last to go on: meanwhile no child comes and none disappears.
async function freeze(data: string) {
  const postmaster = await postmasterOf(data)
  process.kill(postmaster, "SIGSTOP")
  for (const pid of await childrenOf(postmaster)) process.kill(pid, "SIGSTOP")
}

async function thaw(data: string) {
  const postmaster = await postmasterOf(data)
  for (const pid of await childrenOf(postmaster)) process.kill(pid, "SIGCONT")
  process.kill(postmaster, "SIGCONT")
}

async function postmasterOf(data: string) {
  return Number.parseInt(await readFile(join(data, "postmaster.pid"), "utf8"), 10)
}

export async function childrenOf(parent: number) {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name))
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")
      return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])
    }),
  )
  return pids.filter((_pid, index) => parents[index] === parent).map(Number)
}

/** PostgreSQL refuses to run as root. */
async function command(name: string, ...args: string[]) {
  const program = join(BIN ?? "", name)
  // What it starts keeps its output open: nobody waits for its end.
  const options = { cwd: "/", stdio: "ignore" as const }
  if (process.getuid?.() === 0) await run("runuser", ["-u", "postgres", "--", program, ...args], options)
  else await run(program, args, options)
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
