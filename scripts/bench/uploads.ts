import { createHash, randomBytes } from "node:crypto"
import { once } from "node:events"
import { createReadStream } from "node:fs"
import { glob, readFile, stat, writeFile } from "node:fs/promises"
import { request } from "node:http"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import { setTimeout as sleep } from "node:timers/promises"
import { PART_BYTES, UPLOADS } from "../../app/media/upload/upload-rules.ts"
import { freePort } from "#test/free-port.ts"
import { startS3 } from "#test/s3.ts"
import { wavOf } from "#test/wav.ts"
import { signUp } from "../../faults/visitor.ts"
import { round, watch } from "./figures.ts"
import { atEnd, makeFolder, openSite, siteProcesses, variablesOf } from "./site.ts"

const MEGABYTES = 500
/** Of the parts, those in whose middle the connection is cut, and the one in whose middle the site is killed. */
const CUTS = [0.16, 0.4, 0.64]
const KILLED = 0.8

/** A large file that arrives whole through cuts and a killed site, and what that costs of memory. */
export async function measureUploads(size = MEGABYTES) {
  console.log(
    `Uploads: ${size} MB in parts of ${PART_BYTES / 2 ** 20} MiB; the connection cut in the middle of ${CUTS.length} parts, the site killed (SIGKILL) in that of\n` +
      `another; to the disk, to a bucket, and with two processes. The most memory of the site's processes (VmRSS) meanwhile, beyond that before\n` +
      `the first byte. Aim: 100 MB.`,
  )
  const file = join(await makeFolder(), "round.wav")
  await writeFile(file, wavOf(randomBytes(size * 1e6), { sampleRate: 44_100, bits: 16, channels: 2 }))
  const s3 = await startS3()
  atEnd(s3.close)
  console.table({
    disk: await measure(file),
    bucket: await measure(file, { variables: variablesOf(s3.bucket), kept: s3.directory }),
    "disk, 2 processes": await measure(file, { workers: 2 }),
  })
}

/** Where the file ends up: in the data folder without `kept`. */
type Options = { variables?: Record<string, string>; workers?: number; kept?: string }

async function measure(file: string, { kept, ...options }: Options = {}) {
  const dataDir = await makeFolder()
  const start = { ...options, dataDir, port: await freePort() }
  let site = await openSite(start)
  const { url } = site
  const cookie = await signUp(url)
  let more = watchMore(site.memory)
  const most: number[] = []
  const started = performance.now()
  const { address, failures } = await send(url, cookie, file, async () => {
    most.push(more())
    for (const pid of siteProcesses(site.pid)) process.kill(pid, "SIGKILL")
    await site.ended
    site = await openSite(start)
    more = watchMore(site.memory)
  })
  const seconds = (performance.now() - started) / 1_000
  most.push(more())
  await waitUntilTaken(url + address, cookie)
  const same = await isStored(kept ?? dataDir, file)
  await site.stop()
  return {
    "same SHA-256": same,
    "more MB": round(Math.max(...most)),
    seconds: round(seconds, 1),
    "sent again MB": round(failures / 1e6, 1),
  }
}

function watchMore(read: () => number) {
  const before = read()
  const most = watch(read)
  return () => most() - before
}

/** Sends the file as the back office's script does. @returns where, and how many bytes had to be sent again */
async function send(url: string, cookie: string, file: string, kill: () => Promise<void>) {
  const { size: total } = await stat(file)
  const parts = Math.ceil(total / PART_BYTES)
  const cuts = CUTS.map((share) => Math.floor(parts * share))
  const killed = Math.floor(parts * KILLED)
  const headers = { cookie, "Tus-Resumable": "1.0.0", "Sec-Fetch-Site": "same-origin" }
  const name = Buffer.from("round.wav").toString("base64")
  const begun = await fetch(url + UPLOADS, {
    method: "POST",
    headers: { ...headers, "Upload-Length": String(total), "Upload-Metadata": `filename ${name}` },
  })
  const address = begun.headers.get("location") ?? ""
  let failures = 0
  let offset = 0
  for (let part = 0; offset < total; part += 1) {
    const bytes = Math.min(PART_BYTES, total - offset)
    const cutAt = cuts.includes(part) || part === killed ? bytes / 2 : undefined
    const sent = await sendPart({ url: url + address, headers, file, offset, bytes, cutAt })
    if (part === killed) await kill()
    const before = offset + (cutAt ?? bytes)
    offset = sent ?? (await askOffset(url + address, headers))
    if (sent === undefined) failures += Math.max(0, before - offset)
  }
  return { address, failures }
}

type Headers = Record<string, string>
/** `cutAt`: after so many bytes the connection is cut. */
type Part = { url: string; headers: Headers; file: string; offset: number; bytes: number; cutAt?: number }

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
async function askOffset(url: string, headers: Headers) {
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

async function waitUntilTaken(address: string, cookie: string) {
  for (let phase = "waiting"; phase === "waiting"; await sleep(250))
    ({ phase } = (await (await fetch(address, { headers: { cookie } })).json()) as { phase: string })
}

/** Whether the site keeps the same, wherever it has put it by now. */
async function isStored(folder: string, file: string) {
  const { size } = await stat(file)
  const sums = [await sumOf(file)]
  for await (const path of glob(join(folder, "**"))) {
    const found = await stat(path)
    if (found.isFile() && found.size === size) sums.push(await sumOf(path))
  }
  return sums.length > 1 && new Set(sums).size === 1
}

const sumOf = async (file: string) =>
  createHash("sha256")
    .update(await readFile(file))
    .digest("hex")
