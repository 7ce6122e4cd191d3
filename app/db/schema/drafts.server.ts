import { desc, sql } from "drizzle-orm"
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core"
import { users } from "./accounts.server.ts"
import { createdAt, id, instant, updatedAt, version } from "./columns.server.ts"

// What hosts write before and after it is saved, alike for all kinds of content. Items have no foreign key, as they are in
// several tables: a trigger of each (`forget_drafts`) takes along what belongs to a deleted one.

const kind = () => text("kind").notNull()
const isKind = (column: AnyPgColumn) => sql`${column} ~ '^[a-z-]{1,30}$'`

/** What stands in a form, kept every few seconds: one of each person and item, and any number of new items. */
export const drafts = pgTable(
  "drafts",
  {
    id: id(),
    kind: kind(),
    /** Null for an item that was not saved yet. */
    itemId: integer("item_id"),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The form's fields as they are sent. */
    values: jsonb("values").$type<Record<string, string>>().notNull(),
    title: text("title").notNull().default(""),
    /** The item's version that the form was filled from. */
    basedOn: integer("based_on"),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check("drafts_kind_known", isKind(table.kind)),
    uniqueIndex("drafts_of_item")
      .on(table.kind, table.itemId, table.userId)
      .where(sql`${table.itemId} is not null`),
    index("drafts_of_user").on(table.userId, table.kind, desc(table.updatedAt), desc(table.id)),
  ],
)

/** The last saved states of an item, the newest being what it is now. */
export const revisions = pgTable(
  "revisions",
  {
    id: id(),
    kind: kind(),
    itemId: integer("item_id").notNull(),
    /** The form's fields as they were saved. */
    values: jsonb("values").$type<Record<string, string>>().notNull(),
    title: text("title").notNull().default(""),
    savedBy: text("saved_by").references(() => users.id, { onDelete: "set null" }),
    savedAt: instant("saved_at").notNull().defaultNow(),
  },
  (table) => [
    check("revisions_kind_known", isKind(table.kind)),
    index("revisions_of_item").on(table.kind, table.itemId, desc(table.id)),
    index("revisions_of_author").on(table.savedBy),
  ],
)

/** Secret addresses that show an item, or the draft of one, to people without an account, until they are revoked. */
export const previewLinks = pgTable(
  "preview_links",
  {
    id: id(),
    /** SHA-256 of the key in the address, in hexadecimal. */
    digest: text("digest").notNull().unique(),
    kind: kind(),
    itemId: integer("item_id"),
    draftId: integer("draft_id").references(() => drafts.id, { onDelete: "cascade" }),
    createdBy: text("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (table) => [
    check("preview_links_kind_known", isKind(table.kind)),
    check("preview_links_target", sql`num_nonnulls(${table.itemId}, ${table.draftId}) = 1`),
    index("preview_links_of_item").on(table.kind, table.itemId),
    index("preview_links_of_draft").on(table.draftId),
    index("preview_links_of_creator").on(table.createdBy),
  ],
)
