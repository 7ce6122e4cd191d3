import { createReadStream } from "node:fs"
import { Readable } from "node:stream"
import { data } from "react-router"
import { getViewer } from "#app/accounts/auth/guard.server.ts"
import { requireReauthenticatedSession } from "#app/accounts/auth/reauthentication/reauthentication.server.ts"
import { record } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { answerConditions } from "#app/media/conditions.ts"
import { BACKUPS } from "../sidebar-entries.ts"
import type { Route } from "./+types/backup-file.route"
import type { Part } from "./archive.ts"
import { type BackupFile, findBackupFile, tagFor } from "./backups.server.ts"

/** Behind the guards, which refuse with a page: React Router draws one only where it knows of a page (below). */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ context, params, request, url }) => {
    const file = await findBackupFile(params.id)
    if (!file) throw data({ title: "Sauvegarde non trouvée" }, { status: 404 })
    const etag = await tagFor(file, getViewer(context))
    if (request.headers.get("if-range") !== etag) {
      await requireReauthenticatedSession(context, url, BACKUPS)
      await record(db, { action: "export", kind: "backup", title: file.name })
    }
    return sendFile(request, file, etag)
  },
]

/** Never called, nor shown. */
export const loader = () => null
export default () => null

/** The file or a part of it (RFC 9110), read only as fast as it is taken. Several parts at once are all of it. */
function sendFile(
  { method, headers: asked }: Request,
  { name, type, parts, ...file }: BackupFile,
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
      log.error(error, "a backup broke off while it was sent")
    throw error
  }
}

const CHUNK_BYTES = 256 * 1_024
