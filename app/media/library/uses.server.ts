import { asc, getTableName, or, sql } from "drizzle-orm"
import { itemAddress } from "#app/content/managed-type.ts"
import type { PgTable } from "drizzle-orm/pg-core"
import type { ManagedType } from "#app/content/managed-type.server.ts"
import { findType, managedTypes } from "#app/content/types.server.ts"
import type { Database } from "#app/db/client.server.ts"
import { settings } from "#app/db/schema/accounts.server.ts"
import { drafts } from "#app/db/schema/drafts.server.ts"
import { mediaUses } from "#app/db/schema/media.server.ts"

/** Something that names a medium, and where it is managed. */
export type MediumUse = { what: string; title: string; to: string }

/** More are not listed, but counted. */
const MAX_USES = 100

/** True for drafts that name a medium. @param key a column or a value */
export const draftNames = (key: unknown) =>
  sql`strpos(${drafts.values}::text, '/media/' || ${key} || '/') > 0`

/** True for settings that name a medium: a logo, a cover, a host's picture. @param key a column or a value */
export const settingNames = (key: unknown) =>
  sql`strpos(${settings.value}::text, '/media/' || ${key} || '/') > 0`

/** True for items of a type that name a medium, in themselves or in their `parts`. */
export function namesMedium({ list: { table }, parts }: ManagedType, mediumId: number) {
  const rowsOf = (source: PgTable) =>
    sql`select row_id from ${mediaUses} where medium_id = ${mediumId} and source = ${getTableName(source)}`
  return or(
    sql`${table.id} in (${rowsOf(table)})`,
    parts &&
      sql`${table.id} in (select ${parts.of} from ${parts.table} where ${parts.table.id} in (${rowsOf(parts.table)}))`,
  )
}

/** What names a medium: contents and, as nobody would find them again, drafts that somebody is writing. */
export async function listUses(
  on: Pick<Database, "select" | "execute">,
  { id, key }: { id: number; key: string },
) {
  const naming = managedTypes().map((type) => {
    const { table, title } = type.list
    return sql`select ${type.kind}::text as kind, ${table.id} as id, ${title} as title from ${table}
      where ${namesMedium(type, id)}`
  })
  const { rows: items } = await on.execute<{ kind: string; id: number; title: string }>(
    sql`${sql.join(naming, sql` union all `)} order by kind, id limit ${MAX_USES}`,
  )
  const inDrafts = await on
    .select({ kind: drafts.kind, itemId: drafts.itemId, title: drafts.title })
    .from(drafts)
    .where(draftNames(key))
    .orderBy(asc(drafts.id))
    .limit(MAX_USES)
  const inSettings = await on
    .select({ name: settings.name })
    .from(settings)
    .where(settingNames(key))
    .orderBy(asc(settings.name))
  const uses: MediumUse[] = [
    ...inSettings.map(({ name }) => ({
      what: "Réglage",
      title: "Réglages",
      to: settingAddress(name),
    })),
    ...items.flatMap(({ kind, id: itemId, title }) => {
      const type = findType(kind)
      return type ? [{ what: type.words.singular, title, to: itemAddress(type.words.path, itemId) }] : []
    }),
    ...inDrafts.flatMap(({ kind, itemId, title }) => {
      const type = findType(kind)
      if (!type) return []
      const to = itemId ? itemAddress(type.words.path, itemId) : type.words.path
      return [{ what: `Brouillon (${type.words.nouns[0]})`, title, to }]
    }),
  ]
  return uses
}

/** `appearance.logo` is set on the page of its group (app/base/settings/groups.ts). */
function settingAddress(name: string) {
  const [group = "", setting = ""] = name.split(".")
  return `/admin/site/${group}#reglage-${setting}`
}
