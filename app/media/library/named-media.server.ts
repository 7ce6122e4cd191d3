import { and, eq, inArray } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { media } from "#app/db/schema/media.server.ts"
import { mediaAddress } from "#app/kit/lib/media.ts"
import { parseId } from "#app/kit/lib/numbers.ts"

/** What the address of a new item names the media by that it begins with: `?media=3,4`. */
const NAMED = "media"
/** A gallery has no more. */
const MAX_NAMED = 200

/** The numbers of the media that an address names. */
export function namedMedia({ searchParams }: URL) {
  const asked = searchParams.get(NAMED)?.split(",", MAX_NAMED) ?? []
  return [...new Set(asked.flatMap((id) => parseId(id) ?? []))]
}

/** The media that an address names, in its order. What is not there, not ready or of another kind is left out. */
export async function listNamedMedia(url: URL, kind: "audio" | "image") {
  const ids = namedMedia(url)
  if (ids.length === 0) return []
  const { id, key, title, alt, durationMs, tags } = media
  const found = await db
    .select({ id, key, title, alt, durationMs, tags })
    .from(media)
    .where(and(inArray(id, ids), eq(media.kind, kind), eq(media.state, "ready")))
  return found
    .toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
    .map(({ key: ofMedium, ...medium }) => ({ ...medium, address: mediaAddress(ofMedium, medium.title) }))
}
