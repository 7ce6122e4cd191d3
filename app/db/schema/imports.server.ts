import { desc, sql } from "drizzle-orm"
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core"
import { IMPORT_STATES, IMPORTED_KINDS, IMPORTED_TARGETS, type Imported } from "#app/kit/lib/imports.ts"
import type { ImportedTable } from "#app/kit/lib/imported-tables.ts"
import { users } from "./accounts.server.ts"
import { createdAt, id, instant } from "./columns.server.ts"
import { subscriberImports } from "./newsletter.server.ts"

/** What a host brings along from another site (docs/decisions/imports.md): its files are read, shown, then written. */
export const imports = pgTable(
  "imports",
  {
    id: id(),
    /** Of its files. */
    name: text("name").notNull(),
    state: text("state", { enum: IMPORT_STATES }).notNull().default("reading"),
    /** In French, for the hosts. */
    failure: text("failure").notNull().default(""),
    /** The address of the site that it comes from, by which its things are known again; until it is read, as the host typed it, or empty. */
    source: text("source").notNull().default(""),
    /** What was found, what the host chose of it, what came of it. */
    findings: jsonb("findings").$type<Imported["findings"]>(),
    /** Of tables: how each is read, which the next one with the same columns is read by, too. */
    tables: jsonb("tables").$type<ImportedTable[]>(),
    choices: jsonb("choices").$type<Imported["choices"]>(),
    report: jsonb("report").$type<Imported["report"]>(),
    /** The list of people that came with it, and is taken up on its own. */
    listId: integer("list_id").references(() => subscriberImports.id, { onDelete: "set null" }),
    createdBy: text("created_by").references(() => users.id, { onDelete: "set null" }),
    attempts: integer("attempts").notNull().default(0),
    /** The process that works on it, so that no two do. */
    lease: uuid("lease"),
    leasedUntil: instant("leased_until"),
    createdAt: createdAt(),
    endedAt: instant("ended_at"),
  },
  (table) => [
    check(
      "imports_state_known",
      sql`${table.state} in ('reading', 'read', 'running', 'paused', 'done', 'failed', 'undoing', 'undone')`,
    ),
    check("imports_attempts_range", sql`${table.attempts} >= 0`),
    check("imports_source_length", sql`octet_length(${table.source}) <= 500`),
    index("imports_newest").on(desc(table.createdAt), desc(table.id)),
    index("imports_of_creator").on(table.createdBy),
    index("imports_of_list").on(table.listId),
  ],
)

/** The things of an import, as they were read, until it is over. */
export const importThings = pgTable(
  "import_things",
  {
    importId: integer("import_id")
      .notNull()
      .references(() => imports.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: IMPORTED_KINDS }).notNull(),
    sourceId: text("source_id").notNull(),
    /** In the order of the files. */
    position: bigint("position", { mode: "number" }).generatedAlwaysAsIdentity({
      name: "import_things_id_seq",
    }),
    thing: jsonb("thing").$type<Record<string, unknown>>().notNull(),
    /** Of the thing: what did not change is recognised by it. */
    digest: text("digest").notNull(),
    isDone: boolean("is_done").notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.kind, table.sourceId] }),
    check(
      "import_things_kind_known",
      sql`${table.kind} in ('site', 'author', 'category', 'file', 'text', 'sound', 'comment', 'redirect', 'like', 'account', 'profile', 'guest', 'part', 'loss', 'table', 'row', 'line')`,
    ),
    check("import_things_source_id_length", sql`octet_length(${table.sourceId}) between 1 and 500`),
    index("import_things_left")
      .on(table.importId, table.kind, table.position)
      .where(sql`not ${table.isDone}`),
  ],
)

/** What came from elsewhere, by what it is called there, and what it became: an import that comes again goes by it. */
export const importedThings = pgTable(
  "imported_things",
  {
    source: text("source").notNull(),
    kind: text("kind", { enum: IMPORTED_KINDS }).notNull(),
    sourceId: text("source_id").notNull(),
    /** The import that made the row; null where it was here before, and once that import is forgotten. */
    importId: integer("import_id").references(() => imports.id, { onDelete: "set null" }),
    target: text("target", { enum: IMPORTED_TARGETS }).notNull(),
    /** A row that is gone stays known: hosts deleted it. */
    rowId: integer("row_id").notNull(),
    /** The row's version as the import left it: one that has another was edited here. */
    version: integer("version").notNull(),
    digest: text("digest").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.kind, table.sourceId] }),
    check(
      "imported_things_kind_known",
      sql`${table.kind} in ('site', 'author', 'category', 'file', 'text', 'sound', 'comment', 'redirect', 'like', 'account', 'profile', 'guest', 'part', 'loss', 'table', 'row', 'line')`,
    ),
    check(
      "imported_things_target_known",
      sql`${table.target} in ('episode', 'post', 'news', 'page', 'guest', 'comment', 'redirect', 'transcript')`,
    ),
    index("imported_things_of_import").on(table.importId, table.target, table.rowId),
    index("imported_things_of_row").on(table.target, table.rowId),
  ],
)
