import { and, desc, eq, inArray, ne, type SQL, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { countUpTo } from "#app/db/counting.server.ts"
import { selectPage } from "#app/db/page.server.ts"
import { settings } from "#app/db/schema/accounts.server.ts"
import { media, mediaFiles, mediaUses } from "#app/db/schema/media.server.ts"
import { contains } from "#app/db/search.server.ts"
import { mediaAddress, type MediaKind } from "#app/lib/media.ts"
import type { STATES } from "./media.copy.ts"
import { settingNames } from "./uses.server.ts"

export type MediaView = {
  /** A literal substring of the name or the alternative text; empty for all. */
  search: string
  /** All kinds where it is left out. */
  kinds?: readonly MediaKind[]
  only?: (typeof STATES)[number]["only"] | "ready"
}

const isUsed = sql`(exists (select from ${mediaUses} where ${mediaUses.mediumId} = ${media.id})
  or exists (select from ${settings} where ${settingNames(media.key)}))`

const NARROWED: Record<NonNullable<MediaView["only"]>, SQL | undefined> = {
  unused: sql`not ${isUsed}`,
  "without-alt": and(eq(media.kind, "image"), eq(media.alt, "")),
  unready: ne(media.state, "ready"),
  ready: eq(media.state, "ready"),
}

const matching = ({ search, kinds, only }: MediaView) =>
  and(
    search ? contains(media.searchText, search) : undefined,
    kinds && inArray(media.kind, [...kinds]),
    only && NARROWED[only],
  )

const orderBy = [desc(media.createdAt), desc(media.id)]
/** As wide as what a list shows of a picture, on a screen with twice the points. */
const THUMBNAIL_WIDTH = 320
const thumbnail = sql<string | null>`(
  select name from ${mediaFiles} as file
  where file.medium_id = ${media.id} and file.role = 'variant' and file.type = 'image/webp'
  order by abs(file.width - ${THUMBNAIL_WIDTH}), file.name limit 1)`

/** Media of the library, newest first. */
export async function listMedia({ limit, offset, ...view }: MediaView & { limit: number; offset: number }) {
  const page = selectPage(media, { where: matching(view), orderBy, limit, offset })
  const rows = await db
    .select({
      id: media.id,
      key: media.key,
      kind: media.kind,
      type: media.type,
      title: media.title,
      alt: media.alt,
      bytes: media.bytes,
      width: media.width,
      height: media.height,
      durationMs: media.durationMs,
      state: media.state,
      failure: media.failure,
      isUsed: sql<boolean>`${isUsed}`,
      thumbnail,
    })
    .from(page)
    .innerJoin(media, eq(media.id, page.id))
    .orderBy(...orderBy)
  return rows.map(({ key, thumbnail: name, ...row }) => ({
    ...row,
    address: mediaAddress(key, row.title),
    thumbnail: row.kind === "image" && row.state === "ready" ? mediaAddress(key, name ?? row.title) : null,
  }))
}

/** How many media `listMedia` would go through, counted up to `most`. */
export function countMedia(view: MediaView, most: number) {
  return countUpTo(most, media, matching(view))
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
