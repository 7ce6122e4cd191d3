import { join } from "node:path"
import { eq } from "drizzle-orm"
import { beforeAll, beforeEach, expect } from "vitest"
import { db } from "#app/db/client.server.ts"
import { uploads } from "#app/db/schema/media.server.ts"
import { UPLOADS } from "#app/media/upload/upload-rules.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { send } from "./app.ts"
import { useDataFolder } from "./data-folder.ts"
import { emptyDatabase, openTestDatabase } from "./database.ts"
import { createUser, openSession } from "./people.ts"

export const MB = 1024 ** 2
const HERE = { "Sec-Fetch-Site": "same-origin", "Tus-Resumable": "1.0.0" }

/** Whose uploads these are, anew for each test. */
export let admin: { id: string }
let cookie = ""

/** Lets the tests of a file send uploads into a folder of their own, as an admin. */
export function prepareUploads() {
  beforeAll(openTestDatabase)
  useDataFolder()
  beforeEach(async () => {
    await emptyDatabase()
    admin = await createUser("admin")
    cookie = await openSession(admin)
  })
}

type Init = Omit<RequestInit, "headers"> & { headers?: Record<string, string> }
/** As the admin's browser asks. */
export const ask = (path: string, { headers, ...init }: Init = {}) =>
  send(path, {
    ...init,
    headers: { ...HERE, cookie, ...headers },
    ...(init.body ? { duplex: "half" } : {}),
  } as RequestInit)

const encode = (name: string) => `filename ${Buffer.from(name).toString("base64")},filetype aW1hZ2UvcG5n`
export const begin = (bytes: number | string, name = "Épisode 12.mp3", headers = {}) =>
  ask(UPLOADS, {
    method: "POST",
    headers: { "Upload-Length": String(bytes), "Upload-Metadata": encode(name), ...headers },
  })
/** @returns the address of a new upload */
export async function begun(bytes: number, name?: string) {
  const response = await begin(bytes, name)
  expect(response.status).toBe(201)
  return response.headers.get("location") ?? ""
}
/** Sends a part. */
export function patch(
  path: string,
  offset: number | string,
  body: Uint8Array | ReadableStream,
  headers: Record<string, string> = {},
) {
  const length: Record<string, string> =
    body instanceof Uint8Array ? { "Content-Length": String(body.length) } : {}
  return ask(path, {
    method: "PATCH",
    body: body as BodyInit,
    headers: {
      "Content-Type": "application/offset+octet-stream",
      "Upload-Offset": String(offset),
      ...length,
      ...headers,
    },
  })
}
export const offsetOf = async (path: string) => {
  const response = await ask(path, { method: "HEAD" })
  return [response.status, response.headers.get("upload-offset")]
}
export const stateOf = async (path: string) => (await ask(path)).json()
export const idOf = (path: string) => path.slice(UPLOADS.length + 1)
export const fileOf = (path: string) => join(getSettings().dataDir, "media/uploads", idOf(path))
export const rowOf = async (path: string) =>
  (
    await db
      .select()
      .from(uploads)
      .where(eq(uploads.id, idOf(path)))
  )[0]
