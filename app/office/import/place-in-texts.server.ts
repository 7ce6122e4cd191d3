import { and, eq, inArray } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import { nextVersion } from "#app/content/versions.server.ts"
import type { Transaction } from "#app/db/client.server.ts"
import { blogPosts, customPages, episodes, news } from "#app/db/schema/content.server.ts"
import { copyPlaces } from "#app/db/schema/copies.server.ts"
import { guests } from "#app/db/schema/guests.server.ts"
import { importedThings } from "#app/db/schema/imports.server.ts"
import { keepEpisodeVersions } from "#app/podcast/episodes/manage-episodes.server.ts"
import { keepPostVersions } from "#app/writing/blog/type.server.ts"
import { keepNewsVersions } from "#app/writing/news/type.server.ts"
import { keepPageVersions } from "#app/writing/pages/type.server.ts"

/** By what copies are placed in: its texts with their versions, and the column that names a picture, if it has them. */
const PLACES = {
  episode: { table: episodes, text: "description", picture: undefined, keep: keepEpisodeVersions },
  post: { table: blogPosts, text: "content", picture: "coverImageUrl", keep: keepPostVersions },
  news: { table: news, text: "content", picture: "thumbnailUrl", keep: keepNewsVersions },
  page: { table: customPages, text: "content", picture: undefined, keep: keepPageVersions },
  guest: { table: guests, text: undefined, picture: "pictureUrl", keep: async () => {} },
} as const

/** Lets the texts and guests that name another site's picture name its copy in the library, wherever they still do. */
export async function placeInTexts(tx: Transaction, copy: { id: number; source: string }, address: string) {
  const places = await tx.select().from(copyPlaces).where(eq(copyPlaces.copyId, copy.id))
  for (const [target, rows] of Map.groupBy(places, ({ target }) => target)) {
    const { table, text, picture, keep } = PLACES[target]
    const from: PgTable = table
    const found = await tx
      .select()
      .from(from)
      .where(
        inArray(
          table.id,
          rows.map(({ rowId }) => rowId),
        ),
      )
      .for("update")
    const changed = found.flatMap((row) => {
      const values = replaced(
        row,
        [text, picture].filter((column) => column !== undefined),
        copy.source,
        address,
      )
      return Object.keys(values).length > 0 ? [{ row, values }] : []
    })
    const ids = changed.map(({ row }) => Number(row.id))
    await keep(tx, ids, true)
    for (const { row, values } of changed) {
      await tx
        .update(from)
        .set({ ...values, ...nextVersion(table) })
        .where(eq(table.id, Number(row.id)))
      // To an import that comes again it is as it was left.
      await tx
        .update(importedThings)
        .set({ version: Number(row.version) + 1 })
        .where(
          and(
            eq(importedThings.target, target),
            eq(importedThings.rowId, Number(row.id)),
            eq(importedThings.version, Number(row.version)),
          ),
        )
    }
    await keep(tx, ids)
  }
}

/** Those columns that change. */
function replaced(row: Record<string, unknown>, columns: string[], source: string, address: string) {
  const inText = new RegExp(`\\(${source.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?=[)\\s])`, "g")
  const changes = columns.flatMap((column) => {
    const before = row[column]
    if (typeof before !== "string") return []
    const after = before === source ? address : before.replace(inText, () => `(${address}`)
    return after === before ? [] : [[column, after] as const]
  })
  return Object.fromEntries(changes)
}
