import { desc, sql } from "drizzle-orm"
import { type AnyPgColumn, boolean, check, index, text } from "drizzle-orm/pg-core"
import { users } from "./accounts.server.ts"
import {
  createdAt,
  id,
  instant,
  isFilled,
  searchIndexes,
  searchText,
  updatedAt,
  version,
} from "./columns.server.ts"

/**
 * What every table of content has, for lists, forms, versions and searches.
 *
 * @param searched as `searchText` takes it
 * @param author what the column is called that says who wrote it
 */
export const contentColumns = (searched = sql`title`, author = "author_id") => ({
  id: id(),
  title: text("title").notNull(),
  isPublished: boolean("is_published").notNull().default(false),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
  version: version(),
  searchText: searchText(searched),
  /** Whose it is; null once their account is gone, and of what came from elsewhere. */
  authorId: text(author).references(() => users.id, { onDelete: "set null" }),
})

/** Since when it waits for somebody who may publish it, of what its author may not. */
export const reviewAskedAt = () => instant("review_asked_at")

type ContentTable = Record<keyof ReturnType<typeof contentColumns> | "reviewAskedAt", AnyPgColumn>

/** What such a table is asked by. @param newest the column that its list is sorted by */
export const contentIndexes = (name: string, table: ContentTable, newest: AnyPgColumn = table.createdAt) => [
  check(`${name}_title_filled`, isFilled(table.title)),
  index(`${name}_newest`).on(desc(newest), desc(table.id)),
  // What was worked at last and is not published: few among many.
  index(`${name}_unpublished`)
    .on(desc(table.updatedAt), desc(table.id))
    .where(sql`not ${table.isPublished}`),
  index(`${name}_in_review`)
    .on(table.id)
    .where(sql`${table.reviewAskedAt} is not null`),
  index(`${name}_of_author`).on(table.authorId),
  ...searchIndexes(`${name}_search`, table.searchText),
]
