import { type AnyColumn, inArray, type SQL, sql } from "drizzle-orm"
import { thumbHashToRGBA } from "thumbhash"
import { frenchSpaces } from "#app/kit/lib/french-spaces.ts"
import { type Picture, PICTURE_FORMATS } from "#app/kit/lib/pictures.ts"
import { db } from "./client.server.ts"
import { media } from "./schema/media.server.ts"

/** A picture as `pictureOf` says it within a JSON of its query, before `toPicture`. */
export type PictureRow = Pick<Picture, "key" | "width" | "height" | "alt"> & {
  focalX: number
  focalY: number
  thumbhash: string | null
  names: string[] | null
}

// By names of its own: what a query calls its tables depends on how many it has.
const columns = sql.raw(`json_build_object('key', m.key, 'width', m.width, 'height', m.height, 'alt', m.alt,
  'focalX', m.focal_x, 'focalY', m.focal_y, 'thumbhash', m.thumbhash,
  'names', (select array_agg(f.name) from media_files f where f.medium_id = m.id and f.role = 'variant'))`)
const isShown = sql.raw(`m.kind = 'image' and m.state = 'ready' and m.width > 0 and m.height > 0`)

/**
 * The picture of the library that an address leads to, in the query that asks for the address anyway; null for those of other
 * hosts, and for one that is not ready.
 *
 * @param address a column, or what stands for one
 */
export function pictureOf(address: AnyColumn | SQL) {
  return sql`(select ${columns} from ${media} m
    where m.key = substring(${address} from '^/media/([A-Za-z0-9_-]{22})/') and ${isShown})`.mapWith(orNull)
}

/** As wide as what a list shows of a picture, on a screen with up to four times the points. */
const THUMBNAIL = "160.webp"

/** The address of a small picture for a list, in the query that asks for the address anyway; null for those of other hosts, and for one of the library that is not ready. */
export function thumbnailOf(address: AnyColumn | SQL) {
  return sql<string | null>`case when ${address} like '/media/%' then (
      select '/media/' || m.key || ${`/${THUMBNAIL}`} from ${media} m
      where m.key = substring(${address} from '^/media/([A-Za-z0-9_-]{22})/') and ${isShown})
    when ${address} like '/%' then ${address} end`
}

/** Pictures of the library by their keys, those that are ready. @param keys a page's, at most a few hundred */
export async function listPictures(keys: string[]) {
  if (keys.length === 0) return []
  const { rows } = await db.execute<{ picture: PictureRow }>(
    sql`select ${columns} as picture from ${media} m where ${inArray(sql`m.key`, keys)} and ${isShown}`,
  )
  return rows.map(({ picture }) => toPicture(picture))
}

/** What the database has none of is not mapped; the type is to say so. */
const orNull = (row: PictureRow): Picture | null => toPicture(row)

export function toPicture({ focalX, focalY, thumbhash, names, alt, ...row }: PictureRow): Picture {
  const isCentred = focalX === 0.5 && focalY === 0.5
  return {
    ...row,
    widths: widthsOf(names ?? []),
    alt: frenchSpaces(alt),
    focus: isCentred ? "" : `${percent(focalX)} ${percent(focalY)}`,
    colours: thumbhash === null ? [] : coloursOf(thumbhash),
  }
}

function widthsOf(names: string[]) {
  const widths: Picture["widths"] = {}
  for (const name of names) {
    const [, width, ending] = /^([1-9]\d{0,4})\.(\w+)$/.exec(name) ?? []
    const format = PICTURE_FORMATS.find((known) => known === ending)
    if (format) (widths[format] ??= []).push(Number(width))
  }
  return widths
}

const percent = (part: number) => `${Math.round(part * 1000) / 10}%`

/** Where the colours are taken, from the left and from the top, in the order of `Picture`. */
const PLACES = [
  [0.15, 0.15],
  [0.85, 0.15],
  [0.85, 0.85],
  [0.15, 0.85],
  [0.5, 0.5],
] as const

function coloursOf(thumbhash: string) {
  const bytes = Buffer.from(thumbhash, "base64")
  // Its head tells how many follow; a shorter one comes from no encoder.
  if (bytes.length < 5) return []
  const { w, h, rgba } = thumbHashToRGBA(bytes)
  const colours = PLACES.map(([x, y]) => {
    const at = 4 * (Math.floor(y * h) * w + Math.floor(x * w))
    return [...rgba.subarray(at, at + 4)]
  })
  if (colours.some(([, , , alpha = 0]) => alpha < 250)) return []
  return colours.map((colour) => `#${Buffer.from(colour.slice(0, 3)).toString("hex")}`)
}
