import { desc, sql } from "drizzle-orm"
import { index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core"
import { users } from "./accounts.server.ts"
import { id, instant } from "./columns.server.ts"

/** A row as it was, by its columns. */
export type BinnedRow = { table: string; row: Record<string, unknown> }
/** What led to a row and was emptied with it: a column of another row, with that one's key. */
export type BinnedLink = { table: string; column: string; keys: string[]; row: Record<string, unknown> }

/** What hosts deleted, with all that went along, so that it can be brought back as it was (docs/decisions/drafts-and-bin.md). */
export const bin = pgTable(
  "bin",
  {
    id: id(),
    kind: text("kind").notNull(),
    itemId: integer("item_id").notNull(),
    title: text("title").notNull(),
    /** The row itself first, then what belonged to it, in the order in which they can come back. */
    rows: jsonb("rows").$type<BinnedRow[]>().notNull(),
    links: jsonb("links").$type<BinnedLink[]>().notNull(),
    deletedAt: instant("deleted_at").notNull().defaultNow(),
    deletedBy: text("deleted_by").references(() => users.id, { onDelete: "set null" }),
  },
  (table) => [
    index("bin_latest").on(desc(table.deletedAt), desc(table.id)),
    index("bin_of_kind").on(table.kind, desc(table.deletedAt), desc(table.id)),
    index("bin_of_item").on(table.kind, table.itemId),
    index("bin_of_deleter")
      .on(table.deletedBy)
      .where(sql`${table.deletedBy} is not null`),
  ],
)
