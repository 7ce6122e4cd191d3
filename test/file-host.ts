import { readdir } from "node:fs/promises"
import type { IncomingMessage, ServerResponse } from "node:http"
import { join } from "node:path"
import { sql } from "drizzle-orm"
import { beforeAll, beforeEach, vi } from "vitest"
import { db } from "#app/db/client.server.ts"
import { fileCopies } from "#app/db/schema/copies.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { anyNetwork } from "#app/kit/http/public-network.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { workThroughMedia } from "#app/media/processing/media-queue.server.ts"
import { useDataFolder } from "./data-folder.ts"
import { emptyDatabase, openTestDatabase } from "./database.ts"
import { createEpisode } from "./factories.ts"
import { makeWav } from "./media-samples.ts"
import { serve } from "./serve.ts"
import { PATIENCE } from "./setup.ts"
import { placeInTexts } from "#app/office/import/place-in-texts.server.ts"
import { copyFiles } from "#app/podcast/migration/copies/copy-files.server.ts"
import { startCopying } from "#app/podcast/migration/copies/copying.server.ts"

type Reply = (response: ServerResponse, request: IncomingMessage) => void

/** As if this machine were on the public internet. */
export const anywhere = anyNetwork

/** For tests: a host of sounds on this machine, which answers as told. */
export async function startFileHost() {
  const replies = new Map<string, Reply>()
  const requests: IncomingMessage[] = []
  const { url, close } = await serve((request, response) => {
    requests.push(request)
    const reply = replies.get(request.url ?? "")
    if (reply) reply(response, request)
    else response.writeHead(404).end()
  })
  return { url, close, requests, reply: (path: string, reply: Reply) => void replies.set(path, reply) }
}

/**
 * A database, a data folder and a host of files for each of a file's tests.
 *
 * @param use is told of the host before each of them
 */
export function useFileHost(use: (host: FileHost) => void) {
  beforeAll(openTestDatabase)
  useDataFolder()
  beforeEach(async () => {
    await emptyDatabase()
    const host = await startFileHost()
    use(host)
    return () => host.close()
  })
}

/** An episode whose sound lies there. */
export function createHeard({ url }: FileHost, values: Parameters<typeof createEpisode>[0] = {}) {
  const sound = { audioUrl: `${url}/1.wav`, audioType: "audio/x-wav", audioBytes: 7, durationSeconds: 2 }
  return createEpisode({ title: "Minuit", guid: "minuit", ...sound, thumbnailUrl: null, ...values })
}

/** What lies in the data folder of downloads that are not whole. */
export const partials = () => readdir(join(getSettings().dataDir, "media", ".copies")).catch(() => [])

/** Of 192 kB, a sine of two seconds. */
export const SOUND = makeWav({ seconds: 2 })
/** Another one of the same length. */
export const OTHER_SOUND = makeWav({ seconds: 2, frequency: 500 })

export type FileHost = Awaited<ReturnType<typeof startFileHost>>
type Hosted = { etag?: string | null; lastModified?: string; takesRanges?: boolean; cutAt?: number }

/** A file as hosts serve it: in parts, where asked for and still the same; cut off after so many bytes of it. */
export function sendFile(
  content: Buffer,
  { etag = '"a"', lastModified, takesRanges = true, cutAt }: Hosted = {},
): Reply {
  return (response, request) => {
    const { range, "if-range": condition } = request.headers
    const isSame = condition === undefined || condition === etag || condition === lastModified
    const from = takesRanges && isSame ? Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? 0) : 0
    const headers = { ...(etag && { ETag: etag }), ...(lastModified && { "Last-Modified": lastModified }) }
    if (from >= content.length)
      return void response.writeHead(416, { "Content-Range": `bytes */${content.length}` }).end()
    response.writeHead(from > 0 ? 206 : 200, {
      ...headers,
      "Content-Length": content.length - from,
      ...(from > 0 && { "Content-Range": `bytes ${from}-${content.length - 1}/${content.length}` }),
    })
    if (cutAt === undefined) return void response.end(content.subarray(from))
    response.write(content.subarray(from, from + cutAt))
    void untilReceived(from + Math.min(cutAt, content.length - from)).then(() => response.destroy())
  }
}

/** Until so much of a file has been written down. What is on its way when a connection breaks is lost. */
export async function untilReceived(bytes: number, patience = PATIENCE) {
  await vi.waitFor(async () => {
    const { rows } = await db.execute(sql`select from file_copies where received >= ${bytes}`)
    if (rows.length === 0) throw new Error(`not yet ${bytes} bytes`)
  }, patience)
}

/** Copies what waits, and what waits again at once. */
export async function copyAll() {
  await startCopying()
  return goOn()
}

/** As if all pauses were over: copies, lets the media worker do its work, and copies what is left. */
export async function goOn() {
  await makeDue()
  const count = await copyFiles({ guard: anywhere, noteMs: 0, placeInTexts })
  await workThroughMedia()
  return count + (await copyFiles({ guard: anywhere, noteMs: 0, placeInTexts }))
}

export const makeDue = () => db.execute(sql`update file_copies set due_at = now()`)
export const listCopies = () => db.select().from(fileCopies).orderBy(fileCopies.id)

export async function onlyCopy() {
  const [copy, ...others] = await listCopies()
  if (!copy || others.length > 0) throw new Error(`${others.length + (copy ? 1 : 0)} files are copied`)
  return copy
}

export async function findEpisode(id = 1) {
  const [episode] = await db
    .select()
    .from(episodes)
    .where(sql`id = ${id}`)
  if (!episode) throw new Error(`there is no episode ${id}`)
  return episode
}
