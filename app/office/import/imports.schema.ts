import { z } from "zod"
import { checkbox, choice, oneRow, optionalText, requiredLines, rowId } from "#app/kit/form/form-fields.ts"
import {
  fieldsOfTable,
  findTableColumns,
  type ImportedTable,
  isTableType,
} from "#app/kit/lib/imported-tables.ts"
import type { Fate } from "#app/kit/lib/imports.ts"
import { MAX_URL_LENGTH } from "#app/kit/lib/typed-addresses.ts"
import { CATEGORIES } from "#app/writing/news/news.schema.ts"

/** What may become of the posts of all categories. */
export const FATES = ["post", ...CATEGORIES.map((category) => `news:${category}` as const), "none"] as const

export const filesSchema = z.object({
  uploads: requiredLines("Les fichiers", 5_000),
  site: optionalText("L’adresse du site", MAX_URL_LENGTH),
})

const startSchema = z.object({
  id: rowId,
  posts: choice("Ce que deviennent les articles", FATES),
  pages: checkbox("Les pages"),
  news: checkbox("Les actualités"),
  episodes: checkbox("Les épisodes"),
  comments: checkbox("Les commentaires"),
  drafts: checkbox("Les brouillons"),
  accounts: checkbox("Les comptes"),
  copies: checkbox("La copie des fichiers"),
  transcripts: choice("Les transcriptions", ["draft", "public", "none"]).default("draft"),
})

/** What can be asked for on the page of an import. */
export const importIntents = {
  /** With fields of its own for each table (`typeField`, `columnField`). */
  tables: oneRow,
  start: startSchema,
  pause: oneRow,
  resume: oneRow,
  discard: oneRow,
  undo: oneRow,
}

/** What hosts choose for one category, by the name of its field. */
export const categoryField = (place: number) => `category-${place}` as const

/** @param typed as it was sent; empty where it goes like the others @param name of the category */
export function readFate(typed: string | undefined, name: string): Fate | undefined {
  if (typed === "own") return `news:${ownCategory(name)}`
  return FATES.find((fate) => fate === typed)
}

export const ownCategory = (name: string) => name.slice(0, 100).toWellFormed().trim() || "cko-news"

/** What a table of an import is about, and in which column a field of that stands, by its place there. */
export const typeField = (place: number) => `type-${place}` as const
export const columnField = (place: number, field: string) => `column-${place}-${field}` as const

/** How a host wants a table to be read: of another type than before, its columns are looked for. */
export function readTableForm(
  place: number,
  table: ImportedTable,
  typed: Record<string, string>,
): ImportedTable {
  const type = typed[typeField(place)] ?? table.type
  if (!isTableType(type)) return { ...table, type: "none", columns: {} }
  if (type !== table.type) return { ...table, type, columns: findTableColumns(type, table.header) }
  const columns = fieldsOfTable(type).flatMap(([field]) => {
    const at = Number(typed[columnField(place, field)] || "-1")
    return Number.isInteger(at) && at >= 0 && at < table.header.length ? [[field, at] as const] : []
  })
  return { ...table, type, columns: Object.fromEntries(columns) }
}
