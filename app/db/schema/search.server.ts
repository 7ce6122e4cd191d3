import { sql } from "drizzle-orm"
import { boolean, check, customType, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core"
import { instant, textSearchIndex } from "./columns.server.ts"

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" })

// What visitors search in (docs/decisions/search.md). All of it follows from the contents, so that no backup holds it.

/** A published content as it is searched, written by triggers: one dated in the future is there, and not found yet. */
export const searchDocuments = pgTable(
  "search_documents",
  {
    kind: text("kind").notNull(),
    itemId: integer("item_id").notNull(),
    publishedAt: instant("published_at").notNull(),
    /** In Paris; of pages, which have no date, null. */
    year: integer("year"),
    /** When it was written so: what opens to everybody later is written anew. */
    indexedAt: instant("indexed_at").notNull().defaultNow(),
    /** Without case, accents and punctuation, as what is searched for is compared with them as a whole. */
    title: text("title").notNull(),
    names: text("names").notNull(),
    /**
     * The words of title and guests, also as they are and those that never tell anything; and what narrows down, which no
     * text holds: `~episode`, and year and month in Paris (`~2026`, `~2026-11`).
     */
    titleWords: tsvector("title_words").notNull(),
    /** The words of everything: A of guests, B of the title, C of texts, D of what is said; and what narrows down. */
    words: tsvector("words").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.itemId] }),
    check("search_documents_kind_known", sql`${table.kind} ~ '^[a-z-]{1,30}$'`),
    index("search_documents_titles").using("gin", table.titleWords).with({ fastupdate: false }),
    // Hundreds of words wait in a short list to be sorted in together: one by one they cost ten times as much.
    index("search_documents_words").using("gin", table.words).with({ fastupdate: true }),
    index("search_documents_by_date").on(table.publishedAt),
  ],
)

/** Documents whose words are to be added to the vocabulary. */
export const searchUncounted = pgTable(
  "search_uncounted",
  {
    kind: text("kind").notNull(),
    itemId: integer("item_id").notNull(),
    /** They were not counted before, in an earlier state. */
    isNew: boolean("is_new").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.itemId] }),
    check("search_uncounted_kind_known", sql`${table.kind} ~ '^[a-z-]{1,30}$'`),
  ],
)

/** The words of all of them as they are spelled, without accents, and in about how many documents each was met. */
export const searchVocabulary = pgTable(
  "search_vocabulary",
  {
    word: text("word").primaryKey(),
    documents: integer("documents").notNull(),
  },
  (table) => [textSearchIndex("search_vocabulary_like", sql`${table.word}`)],
)
