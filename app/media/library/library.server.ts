import { and, eq, inArray, sql } from "drizzle-orm"
import type { Asked, ListOptions } from "#app/content/lists/listed-rows.server.ts"
import { listReachedBy } from "#app/content/reach.server.ts"
import { db } from "#app/db/client.server.ts"
import { media, mediaFiles, mediaUses } from "#app/db/schema/media.server.ts"
import { mediaAddress, type MediaKind } from "#app/kit/lib/media.ts"
import type { Contributor } from "#app/kit/lib/rights.ts"
import { countWithoutAlt, mediaType } from "./type.server.ts"

type MediaList = typeof mediaType.list

/** The media that somebody may work on: their own only, unless they may write everywhere. */
export const mediaOf = (viewer: Contributor): MediaList => listReachedBy(mediaType, viewer)

/** How many there are as the list is asked for, and pictures of which nobody said what they show. */
export async function measureMedia({ rows }: MediaList, asked: Asked, most: number) {
  const { others, ...measured } = await rows.measure(asked, most, { withoutAlt: countWithoutAlt })
  return { ...measured, withoutAlt: others.withoutAlt ?? 0 }
}

/** Media of the library, newest first unless another order is asked for. */
export async function listMedia(list: MediaList, options: ListOptions) {
  const rows = await list.list(options)
  return rows.map(({ key, thumbnail: name, ...row }) => ({
    ...row,
    address: mediaAddress(key, row.title),
    thumbnail: row.kind === "image" && row.state === "ready" ? mediaAddress(key, name ?? row.title) : null,
  }))
}

/** Those that are ready to be used, newest first. @param options.kinds all kinds where it is left out */
export function listReadyMedia(
  list: MediaList,
  { kinds, ...options }: ListOptions & { kinds?: readonly MediaKind[] },
) {
  const ready = and(eq(media.state, "ready"), kinds && inArray(media.kind, [...kinds]))
  return listMedia(ready ? list.narrowed(ready) : list, options)
}

/** What all files of the library take, and those of media that nothing names, in bytes. */
export async function measureSpace() {
  const { rows } = await db.execute<{ bytes: number; unused: number }>(sql`
    select coalesce(sum(bytes), 0)::float8 as bytes,
      coalesce(sum(bytes) filter (where used.medium_id is null), 0)::float8 as unused
    from ${mediaFiles} as file
    left join (select distinct medium_id from ${mediaUses}) as used on used.medium_id = file.medium_id`)
  return rows[0] ?? { bytes: 0, unused: 0 }
}
