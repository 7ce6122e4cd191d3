import { type ChildProcess } from "node:child_process"
import { createHash, randomFillSync } from "node:crypto"
import { once } from "node:events"
import { createReadStream, readFileSync } from "node:fs"
import { glob, mkdtemp, open, rm, stat } from "node:fs/promises"
import { request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import { setTimeout as sleep } from "node:timers/promises"
import manifest from "#package" with { type: "json" }
import { PART_BYTES, UPLOADS } from "../../app/features/media/upload/upload-rules.ts"
import { closing } from "./cleanup.ts"
import { round } from "./figures.ts"
import { signUp } from "./people.ts"
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
      `part ${KILLED}. The most memory of the site's process (VmRSS) meanwhile, beyond that before the first byte. Aim: ${AIM_MB} MB.`,
  )
  const folder = await mkdtemp(join(tmpdir(), "cko-bench-"))
  await closing(
    () => rm(folder, { recursive: true }),
    async () => {
      const file = join(folder, "round.wav")
      const sha256 = await writeSound(file)
      const port = String(nextPort())
      const url = `http://localhost:${port}`
      let child = await start(url, port, join(folder, "data"))
      await closing(
        () => stop(child),
        async () => {
          const cookie = await signUp(url)
          let memory = watchMemory(child)
          let most = 0
          const started = performance.now()
          const { address, failures } = await send(url, cookie, file, async () => {
            most = memory.stop()
            child.kill("SIGKILL")
            await once(child, "exit")
            child = await start(url, port, join(folder, "data"))
            memory = watchMemory(child)
          })
          const seconds = (performance.now() - started) / 1_000
          most = Math.max(most, memory.stop())
          console.table({
            upload: {
              "same SHA-256": (await storedSha256(folder, url + address, cookie)) === sha256,
              "more MB": round(most),
              seconds: round(seconds, 1),
              "sent again MB": round(failures / 1e6, 1),
            },
          })
        },
      )
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

async function start(url: string, port: string, dataDir: string) {
  const child = startPinned(undefined, process.execPath, manifest.scripts.start.split(" ").slice(1), {
    PORT: port,
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    DATABASE_URL: "",
    LOG_LEVEL: "error",
    STARTER_CONTENT: "0",
  })
  await waitFor(url, child)
  return child
}

/** Sends the file as the back office's script does. @returns where, and how many bytes had to be sent again */
async function send(url: string, cookie: string, file: string, kill: () => Promise<void>) {
  const headers = { cookie, "Tus-Resumable": "1.0.0", "Sec-Fetch-Site": "same-origin" }
  const begun = await fetch(url + UPLOADS, {
    method: "POST",
    headers: {
      ...headers,
      "Upload-Length": String(BYTES),
      "Upload-Metadata": `filename ${Buffer.from("round.wav").toString("base64")}`,
    },
  })
  const address = begun.headers.get("location") ?? ""
  let failures = 0
  let offset = 0
  for (let part = 1; offset < BYTES; part += 1) {
    const bytes = Math.min(PART_BYTES, BYTES - offset)
    const cutAt = CUTS.includes(part) || part === KILLED ? bytes / 2 : undefined
    const sent = await sendPart({ url: url + address, headers, file, offset, bytes, cutAt })
    if (part === KILLED) await kill()
    const before = offset + (cutAt ?? bytes)
    offset = sent ?? (await askOffset(url + address, headers))
    if (sent === undefined) failures += Math.max(0, before - offset)
  }
  return { address, failures }
}

type Part = {
  url: string
  headers: Record<string, string>
  file: string
  offset: number
  bytes: number
  /** After so many bytes the connection is cut. */
  cutAt?: number
}

/** @returns how much the site has then, undefined when it did not say */
async function sendPart({ url, headers, file, offset, bytes, cutAt }: Part) {
  const sending = request(url, {
    method: "PATCH",
    headers: {
      ...headers,
      "Content-Type": "application/offset+octet-stream",
      "Content-Length": String(bytes),
      "Upload-Offset": String(offset),
    },
  })
  const answered = once(sending, "response").catch(() => [])
  const body = createReadStream(file, { start: offset, end: offset + (cutAt ?? bytes) - 1 })
  await pipeline(body, sending, { end: cutAt === undefined }).catch(() => {})
  if (cutAt !== undefined) {
    // So that all of it has arrived.
    await sleep(200)
    sending.destroy()
  }
  const [response] = await answered
  response?.resume()
  return response?.statusCode === 204 ? Number(response.headers["upload-offset"]) : undefined
}

/** Asked again while the site still holds the upload for the request that was cut. */
async function askOffset(url: string, headers: Record<string, string>) {
  let known = -1
  for (;;) {
    const response = await fetch(url, { method: "HEAD", headers }).catch(() => undefined)
    const offset = Number(response?.headers.get("upload-offset") ?? NaN)
    const probe = await fetch(url, {
      method: "PATCH",
      headers: { ...headers, "Content-Type": "application/offset+octet-stream", "Upload-Offset": "0" },
      body: "x",
    }).catch(() => undefined)
    // 423 as long as it is held; then it says that it goes on elsewhere.
    if (probe?.status === 409 && offset === known) return offset
    known = offset
    await sleep(250)
  }
}

/** @returns the function that ends it, and says how many MB there were at most beyond those at the beginning */
function watchMemory({ pid }: ChildProcess) {
  const read = () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024
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

/** Of what the site keeps of it, wherever it has put it by now. */
async function storedSha256(folder: string, address: string, cookie: string) {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const state = await fetch(address, { headers: { cookie } })
    if (((await state.json()) as { phase: string }).phase !== "waiting") break
    await sleep(250)
  }
  for await (const path of glob(join(folder, "data/media/**"))) {
    const found = await stat(path)
    if (!found.isFile() || found.size !== BYTES) continue
    const hash = createHash("sha256")
    await pipeline(createReadStream(path), hash)
    return hash.digest("hex")
  }
  return undefined
}
