import { and, eq, inArray, ne, type SQL, sql } from "drizzle-orm"
import { whereSince } from "#app/content/lists/content-rows.server.ts"
import { type Asked, listedRows, type ListOptions } from "#app/content/lists/listed-rows.server.ts"
import { columnsOf } from "#app/content/versioned.server.ts"
import type { Contributor } from "#app/kit/lib/rights.ts"
import { db } from "#app/db/client.server.ts"
import { selectPage } from "#app/db/page.server.ts"
import { settings } from "#app/db/schema/accounts.server.ts"
import { media, mediaFiles, mediaUses } from "#app/db/schema/media.server.ts"
import { contains } from "#app/db/search.server.ts"
import { can } from "#app/kit/lib/rights.ts"
import { mediaAddress, MEDIA_KINDS, type MediaKind } from "#app/kit/lib/media.ts"
import { MEDIA } from "./library-list.ts"
import { STATES } from "../media.copy.ts"
import { settingNames } from "./uses.server.ts"

const isUsed = sql`(exists (select from ${mediaUses} where ${mediaUses.mediumId} = ${media.id})
  or exists (select from ${settings} where ${settingNames(media.key)}))`

const NARROWED: Record<(typeof STATES)[number]["only"], SQL | undefined> = {
  unused: sql`not ${isUsed}`,
  "without-alt": and(eq(media.kind, "image"), eq(media.alt, "")),
  unready: ne(media.state, "ready"),
}

const SOURCE = {
  table: media,
  title: media.title,
  search: (search) => contains(media.searchText, search),
  filters: {
    genre: (kind) => whereKind(MEDIA_KINDS.filter((known) => known === kind)),
    etat: (state) => {
      const only = STATES.find(({ value }) => value === state)?.only
      return only && NARROWED[only]
    },
    periode: whereSince(media.createdAt),
  },
  sorts: {
    date: { index: [media.createdAt] },
    nom: { row: media.searchText },
    poids: { row: media.bytes },
    duree: { row: media.durationMs },
  },
} satisfies Parameters<typeof listedRows<typeof MEDIA>>[1]

export const mediaRows = listedRows(MEDIA, SOURCE)
export type MediaRows = typeof mediaRows

/** The media that somebody may work on: their own only, unless they may write everywhere. */
export const mediaOf = (viewer: Contributor): MediaRows =>
  can(viewer, "writing-all")
    ? mediaRows
    : listedRows(MEDIA, { ...SOURCE, only: eq(media.createdBy, viewer.id) })

/** Few among many: counted by their own index. */
const withoutAlt = sql`(select count(*)::int from ${media} where ${NARROWED["without-alt"]})`

/** How many there are as the list is asked for, and pictures of which nobody said what they show. */
export async function measureMedia(rows: MediaRows, asked: Asked, most: number) {
  const { others, ...measured } = await rows.measure(asked, most, { withoutAlt })
  return { ...measured, withoutAlt: others.withoutAlt ?? 0 }
}

function whereKind(kinds: readonly MediaKind[]) {
  return inArray(media.kind, [...kinds])
}

/** As wide as what a list shows of a picture, on a screen with twice the points. */
const THUMBNAIL_WIDTH = 320
const thumbnail = sql<string | null>`(
  select name from ${mediaFiles} as file
  where file.medium_id = ${media.id} and file.role = 'variant' and file.type = 'image/webp'
  order by abs(file.width - ${THUMBNAIL_WIDTH}), file.name limit 1)`

/** Media of the library, newest first unless another order is asked for. */
export function listMedia(rows: MediaRows, options: ListOptions) {
  return describePage(rows.page(options), rows.orderBy(options))
}

/** Those that are ready to be used, newest first. @param options.kinds all kinds where it is left out */
export function listReadyMedia(
  rows: MediaRows,
  { search, kinds, limit, offset }: ListOptions & { kinds?: readonly MediaKind[] },
) {
  const where = and(rows.matching({ search }), kinds && whereKind(kinds), eq(media.state, "ready"))
  const orderBy = rows.orderBy({})
  return describePage(selectPage(media, { where, orderBy, limit, offset }), orderBy)
}

async function describePage(page: ReturnType<typeof selectPage>, orderBy: SQL[]) {
  const rows = await db
    .select({
      ...columnsOf(
        media,
        ...(["id", "key", "kind", "type", "title", "alt", "bytes"] as const),
        ...(["width", "height", "durationMs", "state", "failure"] as const),
      ),
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

/** What all files of the library take, and those of media that nothing names, in bytes. */
export async function measureSpace() {
  const { rows } = await db.execute<{ bytes: number; unused: number }>(sql`
    select coalesce(sum(bytes), 0)::float8 as bytes,
      coalesce(sum(bytes) filter (where used.medium_id is null), 0)::float8 as unused
    from ${mediaFiles} as file
    left join (select distinct medium_id from ${mediaUses}) as used on used.medium_id = file.medium_id`)
  return rows[0] ?? { bytes: 0, unused: 0 }
}
