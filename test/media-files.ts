import { createHash } from "node:crypto"
import { Readable } from "node:stream"
import { db } from "#app/db/client.server.ts"
import { mediaFiles } from "#app/db/schema/media.server.ts"
import type { MediaStore } from "#app/media/store/media-store.server.ts"
import { createMedium } from "./factories.ts"

/** A file of the library, in a store as well. @returns its row */
export async function createMediaFile(
  store: MediaStore,
  content: string | Buffer,
  values: Partial<typeof mediaFiles.$inferInsert> = {},
) {
  const bytes = Buffer.from(content)
  const mediumId = values.mediumId ?? (await createMedium()).id
  const row = {
    role: "main" as const,
    name: "son.mp3",
    type: "audio/mpeg",
    path: `aa/${mediumId}/${values.name ?? "son.mp3"}`,
    ...values,
    mediumId,
    bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  }
  await store.put(row.path, Readable.from([bytes]), row)
  await db.insert(mediaFiles).values(row)
  return row
}
