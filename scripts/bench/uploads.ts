import { type ChildProcess } from "node:child_process"
import { createHash, randomFillSync } from "node:crypto"
import { once } from "node:events"
import { createReadStream, readFileSync } from "node:fs"
import { glob, mkdtemp, open, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import { setTimeout as sleep } from "node:timers/promises"
import manifest from "#package" with { type: "json" }
import { PART_BYTES } from "../../app/media/upload/upload-rules.ts"
import { startS3 } from "#test/s3.ts"
import { closing } from "./cleanup.ts"
import { round } from "./figures.ts"
import { variablesOf } from "./listeners.ts"
import { signUp } from "./people.ts"
import { sendInParts } from "./send-in-parts.ts"
import { nextPort, startPinned, stop, waitFor } from "./site.ts"

const BYTES = 500_000_000
/** Parts in whose middle the connection is cut, and one in whose middle the site is killed. */
const CUTS = [10, 25, 40]
const KILLED = 50
const AIM_MB = 100

/** A large file that arrives whole through cuts and a killed site, and what that costs of memory. */
export async function measureUploads() {
  console.log(
    `Uploads: ${BYTES / 1e6} MB in parts of ${PART_BYTES / 2 ** 20} MiB; the connection cut in the middle of parts ${CUTS.join(", ")}, the site killed (SIGKILL) in that of\n` +
      `part ${KILLED}; to the disk, to a bucket, and with two processes. The most memory of the site's processes (VmRSS) meanwhile, beyond that before\n` +
      `the first byte. Aim: ${AIM_MB} MB.`,
  )
  const folder = await mkdtemp(join(tmpdir(), "cko-bench-"))
  await closing(
    () => rm(folder, { recursive: true }),
    async () => {
      const file = join(folder, "round.wav")
      const sha256 = await writeSound(file)
      const s3 = await startS3()
      await closing(s3.close, async () => {
        const data = (name: string) => join(folder, name)
        const rows: Record<string, object> = {
          disk: await measure(file, sha256, { dataDir: data("disk") }),
          bucket: await measure(file, sha256, {
            dataDir: data("bucket"),
            variables: variablesOf(s3.bucket),
            kept: s3.directory,
          }),
          "disk, 2 processes": await measure(file, sha256, {
            dataDir: data("two"),
            args: ["--workers", "2"],
          }),
        }
        console.table(rows)
      })
    },
  )
}

type Site = {
  dataDir: string
  variables?: Record<string, string>
  args?: string[]
  /** Where the file ends up; below `dataDir` without it. */
  kept?: string
}

async function measure(file: string, sha256: string, site: Site) {
  const port = String(nextPort())
  const url = `http://localhost:${port}`
  let child = await start(url, port, site)
  return closing(
    () => stop(child),
    async () => {
      const cookie = await signUp(url)
      let memory = watchMemory(child)
      let most = 0
      const started = performance.now()
      const { address, failures } = await sendInParts(url, cookie, file, {
        bytes: BYTES,
        cuts: CUTS,
        killed: KILLED,
        async kill() {
          most = memory.stop()
          const all = [child.pid, ...childrenOf(child.pid)]
          const ended = once(child, "exit")
          for (const pid of all) if (pid) process.kill(pid, "SIGKILL")
          await ended
          child = await start(url, port, site)
          memory = watchMemory(child)
        },
      })
      const seconds = (performance.now() - started) / 1_000
      most = Math.max(most, memory.stop())
      return {
        "same SHA-256": (await storedSha256(site.kept ?? site.dataDir, url + address, cookie)) === sha256,
        "more MB": round(most),
        seconds: round(seconds, 1),
        "sent again MB": round(failures / 1e6, 1),
      }
    },
  )
}

/** @returns its SHA-256 */
async function writeSound(file: string) {
  const output = await open(file, "w")
  const hash = createHash("sha256")
  const chunk = Buffer.alloc(4_000_000)
  for (let at = 0; at < BYTES; at += chunk.length) {
    randomFillSync(chunk)
    if (at === 0) writeWavHeader(chunk)
    hash.update(chunk)
    await output.write(chunk)
  }
  await output.close()
  return hash.digest("hex")
}

function writeWavHeader(chunk: Buffer) {
  chunk.write("RIFF....WAVEfmt ", 0)
  chunk.writeUInt32LE(BYTES - 8, 4)
  for (const [at, value] of [
    [16, 16],
    [24, 44_100],
    [28, 176_400],
    [40, BYTES - 44],
  ] as const)
    chunk.writeUInt32LE(value, at)
  for (const [at, value] of [
    [20, 1],
    [22, 2],
    [32, 4],
    [34, 16],
  ] as const)
    chunk.writeUInt16LE(value, at)
  chunk.write("data", 36)
}

async function start(url: string, port: string, { dataDir, variables, args = [] }: Site) {
  const command = [...manifest.scripts.start.split(" ").slice(1), ...args]
  const child = startPinned(undefined, process.execPath, command, {
    PORT: port,
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    DATABASE_URL: "",
    LOG_LEVEL: "error",
    STARTER_CONTENT: "0",
    ...variables,
  })
  await waitFor(url, child)
  return child
}

/** @returns the function that ends it, and says how many MB there were at most beyond those at the beginning */
function watchMemory({ pid }: ChildProcess) {
  const pids = [pid, ...childrenOf(pid)].filter((one) => one !== undefined)
  const memoryOf = (one: number) =>
    Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${one}/status`, "utf8"))?.[1]) / 1_024
  const read = () => pids.reduce((sum, one) => sum + memoryOf(one), 0)
  const before = read()
  let most = before
  const timer = setInterval(() => (most = Math.max(most, read())), 50)
  return {
    stop() {
      clearInterval(timer)
      return most - before
    },
  }
}

/** The site's further processes: not its database, nor what works on media. */
function childrenOf(pid: number | undefined) {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean)
  const isOurs = (one: string) => {
    const command = readFileSync(`/proc/${one}/cmdline`, "utf8")
    return command.includes("server/start.js") && !command.includes("media-worker")
  }
  return list.filter(isOurs).map(Number)
}

/** Of what the site keeps of it, wherever it has put it by now. */
async function storedSha256(folder: string, address: string, cookie: string) {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const state = await fetch(address, { headers: { cookie } })
    if (((await state.json()) as { phase: string }).phase !== "waiting") break
    await sleep(250)
  }
  for await (const path of glob(join(folder, "**"))) {
    const found = await stat(path)
    if (!found.isFile() || found.size !== BYTES) continue
    const hash = createHash("sha256")
    await pipeline(createReadStream(path), hash)
    return hash.digest("hex")
  }
  return undefined
}
