import http from "node:http"
import https from "node:https"
import { MIN_PART_BYTES, PART_BYTES, UPLOADS } from "#app/media/upload/upload-rules.ts"

/** Less than a look may take. */
const TIMEOUT_MS = 3_000

/**
 * Offers the site's public address the longest part of an upload, and half as much while something on the way refuses that:
 * nothing is sent, as `Expect: 100-continue` asks for leave first.
 *
 * @returns how much is let in, 0 for not even the shortest part; undefined where the address cannot be asked, or somebody else answers
 */
export async function askForRoom(publicUrl: string) {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  for (let bytes = PART_BYTES; bytes >= MIN_PART_BYTES; bytes /= 2) {
    const answer = await offer(publicUrl, bytes, signal)
    if (answer !== "refused") return answer === "taken" ? bytes : undefined
  }
  return 0
}

function offer(publicUrl: string, bytes: number, signal: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<"taken" | "refused" | "unknown">()
  const { request } = publicUrl.startsWith("https:") ? https : http
  const offered = request(`${publicUrl}${UPLOADS}/${"0".repeat(22)}`, {
    method: "PATCH",
    headers: { "Content-Length": bytes, Expect: "100-continue" },
    agent: false,
    signal,
  })
  offered.on("continue", () => resolve("taken"))
  offered.on("response", ({ headers, statusCode }) => {
    const isOurs = headers["tus-resumable"] !== undefined
    resolve(isOurs ? "taken" : statusCode === 413 ? "refused" : "unknown")
  })
  offered.on("error", () => resolve("unknown"))
  return promise.finally(() => offered.destroy())
}
