import { createHmac } from "node:crypto"
import { createReadStream } from "node:fs"
import { stat } from "node:fs/promises"
import { Readable } from "node:stream"
import type { RouterContextProvider } from "react-router"
import { getViewer } from "#app/accounts/auth/guard.server.ts"
import { requireReauthenticatedSession } from "#app/accounts/auth/reauthentication/reauthentication.server.ts"
import { record } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { answerConditions } from "#app/media/conditions.ts"

/** A part of what is sent: bytes at hand, or a file on the disk. */
export type Part = { bytes: number } & ({ content: Uint8Array } | { file: string })

/** What is sent under a name; `size` in bytes is that of its parts together. */
export type Download = { name: string; type: string; parts: Part[]; size: number; modifiedAt: Date }

type Asked = { context: Readonly<RouterContextProvider>; request: Request; url: URL }

type Options = {
  /** What the log calls it. */
  kind: "backup" | "archive"
  /** The page that leads to it. */
  back: string
}

/**
 * Sends all of the site's data to who re-authenticated, and logs that; goes on without either where a download of the same session
 * broke off.
 *
 * @throws a redirect to the page that asks for re-authentication
 */
export async function respondWithDownload(
  { context, request, url }: Asked,
  file: Download,
  { kind, back }: Options,
) {
  const etag = await tagFor(kind, file, getViewer(context))
  if (request.headers.get("if-range") !== etag) {
    await requireReauthenticatedSession(context, url, back)
    await record(db, { action: "export", kind, title: file.name })
  }
  return sendFile(request, file, etag)
}

/** What is known of a file; undefined where there is none. */
export async function statFile(path: string) {
  const found = await stat(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  return found?.isFile() ? found : undefined
}

/** Whether that is what was answered of a file that is not there. */
export const isMissing = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ENOENT"

/**
 * Stands for exactly these bytes, and for nobody but the session that they were sent to: whoever has it re-authenticated as a download
 * asks for, and may go on with one that broke off when that was long ago.
 */
async function tagFor(
  kind: string,
  { name, modifiedAt, parts }: Download,
  { sessionId }: { sessionId: string },
) {
  const hmac = createHmac("sha256", await getSettings().cookieSecret())
  hmac.update(JSON.stringify([kind, sessionId, name, modifiedAt.getTime()]))
  for (const part of parts) hmac.update(` ${part.bytes} ${"file" in part ? part.file : ""}`)
  return `"${hmac.digest("base64url")}"`
}

/** The file or a part of it (RFC 9110), read only as fast as it is taken. Several parts at once are all of it. */
function sendFile(
  { method, headers: asked }: Request,
  { name, type, parts, ...file }: Download,
  etag: string,
) {
  const { size } = file
  const answer = answerConditions(method, asked, { ...file, etag })
  const headers: Record<string, string> = { "Accept-Ranges": "bytes", ETag: etag }
  if (answer.status === 304 || answer.status === 412)
    return new Response(null, { status: answer.status, headers })
  if (answer.status === 416)
    return new Response("Cette partie du fichier n’existe pas.", {
      status: 416,
      headers: { ...headers, "Content-Range": `bytes */${size}` },
    })
  headers["Content-Type"] = type
  headers["Content-Disposition"] = `attachment; filename="${name}"`
  const [range, ...more] = answer.status === 206 ? answer.ranges : []
  const isPart = range !== undefined && more.length === 0
  const { start, end } = isPart ? range : { start: 0, end: size - 1 }
  headers["Content-Length"] = String(end - start + 1)
  if (isPart) headers["Content-Range"] = `bytes ${start}-${end}/${size}`
  const body = method === "HEAD" ? null : Readable.toWeb(Readable.from(readParts(parts, start, end)))
  return new Response(body as ReadableStream | null, { status: isPart ? 206 : 200, headers })
}

/** @param end the last byte, included. @throws Error where a file is not as long as it was, which breaks the connection off */
async function* readParts(parts: Part[], start: number, end: number) {
  let at = 0
  for (const part of parts) {
    const from = Math.max(0, start - at)
    const to = Math.min(part.bytes - 1, end - at)
    at += part.bytes
    if (from > to) continue
    if ("content" in part) yield part.content.subarray(from, to + 1)
    else yield* readFile(part.file, from, to)
  }
}

async function* readFile(file: string, start: number, end: number): AsyncGenerator<Uint8Array> {
  let left = end - start + 1
  try {
    for await (const chunk of createReadStream(file, { start, end, highWaterMark: CHUNK_BYTES })) {
      left -= chunk.length
      yield chunk
    }
    if (left > 0) throw new Error("it is shorter than it was")
  } catch (error) {
    // Whoever leaves is no failure.
    if (!(error instanceof Error && error.name === "AbortError"))
      log.error(error, "a download of the office broke off while it was sent")
    throw error
  }
}

const CHUNK_BYTES = 256 * 1_024
