import { sql } from "drizzle-orm"
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core"
import { PAYMENT_SERVICES, PAYMENT_STATES } from "#app/kit/lib/payments.ts"
import {
  createdAt,
  id,
  instant,
  isFilled,
  isHttpAddress,
  searchIndexes,
  searchText,
  updatedAt,
  version,
} from "./columns.server.ts"

// Who supports the podcast, and what that opens. Money is elsewhere: all that is known here is that somebody paid.

/** Levels of support, as hosts name them. A higher rank opens what lower ones open, too. */
export const levels = pgTable(
  "levels",
  {
    id: id(),
    name: text("name").notNull(),
    /** What it opens and why, in Markdown. */
    description: text("description").notNull().default(""),
    /** As hosts say it: « 5 € par mois ». */
    price: text("price").notNull().default(""),
    /** Where one pays for it, if not where one pays for all. */
    payUrl: text("pay_url"),
    rank: integer("rank").notNull().default(1),
    /** For how many months a payment of it opens it, where services tell of payments. */
    months: integer("months").notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
    searchText: searchText(sql`name`),
  },
  (table) => [
    check("levels_name_filled", isFilled(table.name)),
    // What a B-tree index can hold.
    check("levels_name_length", sql`char_length(${table.name}) <= 300`),
    check("levels_pay_url_address", isHttpAddress(table.payUrl)),
    check("levels_rank_range", sql`${table.rank} between 1 and 100`),
    check("levels_months_range", sql`${table.months} between 1 and 120`),
    index("levels_by_rank").on(table.rank, table.id),
    ...searchIndexes("levels_search", table.searchText),
  ],
)

/** People who support the podcast, each address once. */
export const supporters = pgTable(
  "supporters",
  {
    id: id(),
    /** In lower case. */
    email: text("email").notNull().unique(),
    name: text("name").notNull().default(""),
    /** Without one, what is for all supporters. */
    levelId: integer("level_id").references(() => levels.id, { onDelete: "set null" }),
    /** The last day, in Europe/Paris; none is for good. */
    until: date("until"),
    /** It goes on by itself, by payments that come: nobody is reminded of its end. */
    renews: boolean("renews").notNull().default(false),
    /** Where they come from, as hosts say it. */
    origin: text("origin").notNull().default(""),
    /** Which of its feeds is theirs: those before it are refused. */
    feedNumber: integer("feed_number").notNull().default(1),
    /** Hosts may take it away. */
    hasFeed: boolean("has_feed").notNull().default(true),
    /** Which link to their page is good yet: it is used once. */
    linkNumber: integer("link_number").notNull().default(1),
    /** When the mail of welcome was written, or would have been. */
    welcomedAt: instant("welcomed_at"),
    /** The last day of which the mail before it was written, and that of which the one after it. */
    remindedOf: date("reminded_of"),
    toldEndOf: date("told_end_of"),
    /** For hosts only. */
    note: text("note").notNull().default(""),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
    searchText: searchText(sql`email || E'\\n' || name`),
  },
  (table) => [
    check("supporters_email_lower", sql`${table.email} = lower(${table.email})`),
    check("supporters_email_length", sql`char_length(${table.email}) between 3 and 254`),
    index("supporters_of_level").on(table.levelId, table.id),
    index("supporters_by_until").on(table.until, table.id),
    index("supporters_to_welcome")
      .on(table.createdAt)
      .where(sql`${table.welcomedAt} is null`),
    ...searchIndexes("supporters_search", table.searchText),
  ],
)

/** From which networks somebody's feed and sounds were asked for on a day: digests whose secret is forgotten with it. */
export const supporterNetworks = pgTable(
  "supporter_networks",
  {
    supporterId: integer("supporter_id")
      .notNull()
      .references(() => supporters.id, { onDelete: "cascade" }),
    /** In UTC. */
    day: date("day").notNull(),
    network: text("network").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.supporterId, table.day, table.network] }),
    index("supporter_networks_by_day").on(table.day),
  ],
)

/** What services told of payments, each once, to look at for a month; what could not be matched waits for a host. */
export const payments = pgTable(
  "payments",
  {
    id: id(),
    service: text("service", { enum: PAYMENT_SERVICES }).notNull(),
    /** What the service calls it. */
    key: text("key").notNull(),
    /** Money went back: hosts see to what follows. */
    isRefund: boolean("is_refund").notNull().default(false),
    /** In lower case; empty where none was told. */
    email: text("email").notNull().default(""),
    name: text("name").notNull().default(""),
    /** What it was for, as the service calls it: a level, or a form. */
    label: text("label").notNull().default(""),
    /** In words, as « 5,00 € ». */
    amount: text("amount").notNull().default(""),
    /** In Europe/Paris. */
    paidOn: date("paid_on").notNull(),
    /** Others like it follow by themselves. */
    renews: boolean("renews").notNull().default(false),
    /** For how long it was said to be, where it was. */
    months: integer("months"),
    state: text("state", { enum: PAYMENT_STATES }).notNull(),
    /** Why it waits or was put aside, or what it opened. */
    remark: text("remark").notNull().default(""),
    /** Whose it is. */
    supporterId: integer("supporter_id").references(() => supporters.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (table) => [
    check("payments_service_known", sql`${table.service} in ('helloasso', 'kofi', 'stripe', 'other')`),
    check("payments_state_known", sql`${table.state} in ('waiting', 'applied', 'dismissed')`),
    check("payments_key_length", sql`char_length(${table.key}) between 1 and 200`),
    check("payments_email_lower", sql`${table.email} = lower(${table.email})`),
    check("payments_months_range", sql`${table.months} between 1 and 120`),
    uniqueIndex("payments_key").on(table.service, table.key),
    index("payments_waiting_first").on(sql`(${table.state} = 'waiting')`, table.id),
    index("payments_of_supporter").on(table.supporterId),
    index("payments_of_email").on(table.email),
    index("payments_by_time").on(table.createdAt),
  ],
)
