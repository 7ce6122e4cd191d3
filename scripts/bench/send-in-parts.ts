import { once } from "node:events"
import { createReadStream } from "node:fs"
import { request } from "node:http"
import { pipeline } from "node:stream/promises"
import { setTimeout as sleep } from "node:timers/promises"
import { PART_BYTES, UPLOADS } from "../../app/media/upload/upload-rules.ts"

type Plan = {
  /** How long the file is. */
  bytes: number
  /** Parts in whose middle the connection is cut, and the one in whose middle the site is killed. */
  cuts: number[]
  killed: number
  kill: () => Promise<void>
}

/** Sends the file as the back office's script does. @returns where, and how many bytes had to be sent again */
export async function sendInParts(
  url: string,
  cookie: string,
  file: string,
  { bytes: total, cuts, killed, kill }: Plan,
) {
  const headers = { cookie, "Tus-Resumable": "1.0.0", "Sec-Fetch-Site": "same-origin" }
  const begun = await fetch(url + UPLOADS, {
    method: "POST",
    headers: {
      ...headers,
      "Upload-Length": String(total),
      "Upload-Metadata": `filename ${Buffer.from("round.wav").toString("base64")}`,
    },
  })
  const address = begun.headers.get("location") ?? ""
  let failures = 0
  let offset = 0
  for (let part = 1; offset < total; part += 1) {
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
