import { sql } from "drizzle-orm"
import {
  bigint,
  boolean,
  check,
  customType,
  date,
  integer,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core"

// How often the podcast is listened to, without anybody who listens (docs/decisions/statistics.md).

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" })
const byteRanges = customType<{ data: string }>({ dataType: () => "int8multirange" })

/**
 * What was sent of a sound to one listener on one day in Paris, until that day is folded into totals. A listener is a digest
 * whose salt is forgotten with the day; no copy of the site has these rows.
 */
export const deliveries = pgTable(
  "deliveries",
  {
    day: date("day", { mode: "string" }).notNull(),
    /** Of network, user agent and episode. */
    listener: bytes("listener").notNull(),
    /** Of network and user agent: who takes too many episodes on one day is nobody who listens. */
    client: bytes("client").notNull(),
    episodeId: integer("episode_id").notNull(),
    app: text("app").notNull(),
    device: text("device").notNull(),
    source: text("source").notNull(),
    /** As ISO 3166 has it; empty where it is unknown. */
    country: text("country").notNull().default(""),
    /** Whole days since the publication; negative before it. */
    age: integer("age").notNull(),
    /** Which bytes of the file, each once, however often it was asked for. */
    sent: byteRanges("sent").notNull(),
    /** How many of them make a download. */
    needed: bigint("needed", { mode: "number" }).notNull(),
    /** It asked for the first two bytes and was sent on: what it took there is unknown. */
    isUnverified: boolean("is_unverified").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.listener] }),
    check("deliveries_needed_range", sql`${table.needed} > 0`),
  ],
)

/**
 * What is counted of an audience. `label` is of `downloads` their age in days, of `aside` all that is known of them, of `play`
 * the site that shows the player, of `reached` the tenth, of `unknown` the user agent, of `imported` the host who counted, and
 * else what is counted: the app, the page's path, the words of a search.
 */
export const MEASURES = [
  "downloads",
  "app",
  "device",
  "source",
  "country",
  "early",
  "aside",
  "unverified",
  "refused",
  "unknown",
  "play",
  "reached",
  "page",
  "referrer",
  "search",
  "subscribers",
  "imported",
] as const
export type Measure = (typeof MEASURES)[number]

const totalColumns = () => ({
  day: date("day", { mode: "string" }).notNull(),
  measure: text("measure", { enum: MEASURES }).notNull(),
  /** 0 where they are counted together. */
  episodeId: integer("episode_id").notNull(),
  label: text("label").notNull(),
  count: integer("count").notNull(),
})

/** Totals by day in Paris, for as long as the law lets details be kept. */
export const audienceDays = pgTable("audience_days", totalColumns(), (table) => [
  primaryKey({ columns: [table.measure, table.episodeId, table.day, table.label] }),
  check("audience_days_range", sql`${table.count} > 0`),
])

/** The same by month, whose `day` is its first, once it is older than that. */
export const audienceMonths = pgTable("audience_months", totalColumns(), (table) => [
  primaryKey({ columns: [table.measure, table.episodeId, table.day, table.label] }),
  check("audience_months_range", sql`${table.count} > 0`),
])
