import { eq } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { media } from "#app/db/schema/media.server.ts"
import type { AddressGuard } from "#app/kit/http/public-network.server.ts"
import { mediaAddress } from "#app/kit/lib/media.ts"
import { adoptMedium } from "../processing/adopt-medium.server.ts"
import { openRemoteFile, RemoteFileError } from "./remote-file.server.ts"

/** At once, in each process: they wait for other hosts, and take the disk's place meanwhile. */
const MAX_COPIES = 4
let underWay = 0

/**
 * Takes what lies at another host's address into the library.
 *
 * @param userId whose medium it becomes; null for a command's
 * @param guard where the address may lead
 * @returns the medium's id, which may wait for the media worker still, or why there is none, in French
 */
export async function copyMedium(
  address: string,
  userId: string | null,
  guard: AddressGuard,
): Promise<{ mediumId: number } | { failure: string }> {
  if (underWay >= MAX_COPIES)
    return { failure: "D’autres copies sont en cours\u00a0: réessayez dans un instant." }
  underWay += 1
  try {
    const { source, name, close } = await openRemoteFile(address, { guard })
    try {
      return await adoptMedium(source, name, userId)
    } finally {
      close()
    }
  } catch (error) {
    if (error instanceof RemoteFileError) return { failure: error.message }
    throw error
  } finally {
    underWay -= 1
  }
}

/** How far a medium is, and how a form takes it; undefined when there is none. */
export async function findCopy(id: number) {
  const [found] = await db
    .select({
      id: media.id,
      key: media.key,
      kind: media.kind,
      type: media.type,
      title: media.title,
      alt: media.alt,
      bytes: media.bytes,
      durationMs: media.durationMs,
      state: media.state,
      failure: media.failure,
    })
    .from(media)
    .where(eq(media.id, id))
  if (!found) return undefined
  const { key, state, failure, ...medium } = found
  return { state, failure, medium: { ...medium, address: mediaAddress(key, medium.title) } }
}
