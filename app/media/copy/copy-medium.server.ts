import { Readable } from "node:stream"
import { eq } from "drizzle-orm"
import { columnsOf } from "#app/content/versioned.server.ts"
import { db } from "#app/db/client.server.ts"
import { media } from "#app/db/schema/media.server.ts"
import { CLIENT_SILENCE_MS } from "#app/kit/http/client-silence.ts"
import { FetchError, guardedFetch } from "#app/kit/http/guarded-fetch.server.ts"
import type { AddressGuard } from "#app/kit/http/public-network.server.ts"
import { mediaAddress } from "#app/kit/lib/media.ts"
import { adoptMedium } from "../processing/adopt-medium.server.ts"
import type { Examined } from "../processing/medium-files.server.ts"
import { MAX_IMAGE_BYTES } from "../processing/recognised.ts"
import { RefusedFileError } from "../processing/refused.ts"

/** A long episode in good quality. */
const MAX_BYTES = 300_000_000
type Options = {
  /** Where the address may lead. */
  guard?: AddressGuard
  /** Takes nothing but a picture, which it need not look for in a long episode. */
  isPicture?: boolean
}
/** Who asked for it hears nothing meanwhile, and has to be told why it failed. */
const TOTAL_MS = CLIENT_SILENCE_MS - 20_000
const ACCEPT = "image/*,audio/*,*/*;q=0.5"
/** At once, in each process: they wait for other hosts, and take the disk's place meanwhile. */
const MAX_COPIES = 4
let underWay = 0

/**
 * Takes what lies at another host's address into the library.
 *
 * @param userId whose medium it becomes; null for a command's
 * @returns the medium's id, which may wait for the media worker still, or why there is none, in French
 */
export async function copyMedium(
  address: string,
  userId: string | null,
  { guard, isPicture = false }: Options = {},
): Promise<{ mediumId: number } | { failure: string }> {
  if (underWay >= MAX_COPIES)
    return { failure: "D’autres copies sont en cours\u00a0: réessayez dans un instant." }
  underWay += 1
  try {
    const { body, url, close } = await guardedFetch(address, {
      guard,
      maxBytes: isPicture ? MAX_IMAGE_BYTES : MAX_BYTES,
      totalMs: TOTAL_MS,
      headers: { Accept: ACCEPT },
    })
    try {
      const check = isPicture ? refuseOthers : undefined
      return await adoptMedium(Readable.from(body), nameIn(url), userId, check)
    } finally {
      close()
    }
  } catch (error) {
    if (error instanceof FetchError) return { failure: error.message }
    throw error
  } finally {
    underWay -= 1
  }
}

function refuseOthers({ kind }: Examined) {
  if (kind !== "image") throw new RefusedFileError("Ce fichier n’est pas une image.")
}

/** The last part of an address's path. */
function nameIn(url: string) {
  const last = new URL(url).pathname.split("/").at(-1) ?? ""
  try {
    return decodeURIComponent(last) || "fichier"
  } catch {
    // Not as UTF-8 has it.
    return last
  }
}

/** How far a medium is, and how a form takes it; undefined when there is none. */
export async function findCopy(id: number) {
  const [found] = await db
    .select(
      columnsOf(
        media,
        ...(["id", "key", "kind", "type", "title", "alt"] as const),
        ...(["bytes", "durationMs", "state", "failure"] as const),
      ),
    )
    .from(media)
    .where(eq(media.id, id))
  if (!found) return undefined
  const { key, state, failure, ...medium } = found
  return { state, failure, medium: { ...medium, address: mediaAddress(key, medium.title) } }
}
