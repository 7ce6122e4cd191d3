import { desc, sql } from "drizzle-orm"
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  pgTable,
  text,
  varchar,
} from "drizzle-orm/pg-core"
import { NOTICE_FREQUENCIES } from "#app/kit/lib/notices.ts"
import { FIRST_RIGHTS, type Right } from "#app/kit/lib/rights.ts"
import { ROLES } from "#app/kit/lib/roles.ts"
import { createdAt, id, instant, isFilled, searchIndexes, searchText, updatedAt } from "./columns.server.ts"

// Shapes and names of users, sessions, accounts and verifications are better-auth's, plus the role.

/** What a moderator may do (kit/lib/rights.ts); of other roles they say nothing. */
const rights = () => text("rights").array().$type<Right[]>().notNull().default(FIRST_RIGHTS)
const areRights = (column: AnyPgColumn) =>
  sql`${column} <@ array['write', 'write-all', 'publish', 'letters', 'moderate']`

export const users = pgTable(
  "users",
  {
    id: text("id").primaryKey(),
    /** better-auth wants one; people's names are in their profiles. */
    name: text("name").notNull().default(""),
    email: text("email").notNull().unique(),
    emailVerified: boolean("email_verified").notNull().default(false),
    image: text("image"),
    /** The first user ever created becomes admin by a trigger (drizzle/0002_accounts-and-log.sql). */
    role: text("role", { enum: ROLES }).notNull().default("user"),
    rights: rights(),
    /** Since when they are admin or moderator, by a trigger: from then on they may be asked for a second factor. */
    staffSince: instant("staff_since"),
    /** How often a mail tells them what waits for the team, and up to when it has told them. */
    notices: text("notices", { enum: NOTICE_FREQUENCIES }).notNull().default("daily"),
    toldAt: instant("told_at").notNull().defaultNow(),
    /** Up to which first of a month a mail has told them the audience; null for who wants none. */
    audienceTold: date("audience_told", { mode: "string" }),
    /** Up to when they have looked at what was commented: later comments are new to them. */
    commentsSeenAt: instant("comments_seen_at").notNull().defaultNow(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    searchText: searchText(sql`email`),
  },
  (table) => [
    check("users_rights_known", areRights(table.rights)),
    check("users_role_known", sql`${table.role} in ('user', 'moderator', 'admin')`),
    check("users_notices_known", sql`${table.notices} in ('now', 'daily', 'never')`),
    check("users_email_lower", sql`${table.email} = lower(${table.email})`),
    check("users_email_length", sql`char_length(${table.email}) between 3 and 255`),
    index("users_newest").on(desc(table.createdAt), desc(table.id)),
    index("users_admins")
      .on(table.id)
      .where(sql`${table.role} = 'admin'`),
    index("users_staff")
      .on(table.id)
      .where(sql`${table.role} <> 'user'`),
    ...searchIndexes("users_search", table.searchText),
  ],
)

const userId = () =>
  text("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" })

export const sessions = pgTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    token: text("token").notNull().unique(),
    userId: userId(),
    expiresAt: instant("expires_at").notNull(),
    /** Never filled: addresses are personal data. */
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    /** When the person last authenticated, by their password or a passkey: dangerous actions ask for it again. */
    authenticatedAt: instant("proved_at").notNull().defaultNow(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("sessions_of_user").on(table.userId, desc(table.updatedAt))],
)

/** The password's hash of each person who has one: others sign in by passkey. */
export const accounts = pgTable(
  "accounts",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    userId: userId(),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: instant("access_token_expires_at"),
    refreshTokenExpiresAt: instant("refresh_token_expires_at"),
    scope: text("scope"),
    password: text("password"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("accounts_of_user").on(table.userId)],
)

/** A person's authenticator app: one each, which counts once its first code was typed. */
export const totpSecrets = pgTable("totp_secrets", {
  userId: userId().primaryKey(),
  /** Encrypted with the site's secret `factors`. */
  secret: text("secret").notNull(),
  confirmedAt: instant("confirmed_at"),
  /** The last 30 seconds (counted since 1970) whose code was used: none is good twice. */
  lastStep: bigint("last_step", { mode: "number" }).notNull().default(0),
  createdAt: createdAt(),
})

/** What lets in who lost their factor, once each. Their digests: the codes are as long as random keys. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  { digest: text("digest").primaryKey(), userId: userId(), createdAt: createdAt() },
  (table) => [index("recovery_codes_of_user").on(table.userId)],
)

export const passkeys = pgTable(
  "passkeys",
  {
    /** As the authenticator names it, in base64url. */
    id: text("id").primaryKey(),
    userId: userId(),
    name: text("name").notNull(),
    /** COSE, in base64url. */
    publicKey: text("public_key").notNull(),
    /** Of signatures, where the authenticator counts them: a copy of it is told by a smaller number. */
    counter: bigint("counter", { mode: "number" }).notNull().default(0),
    transports: text("transports").array().notNull().default([]),
    createdAt: createdAt(),
    usedAt: instant("used_at"),
  },
  (table) => [
    index("passkeys_of_user").on(table.userId, table.createdAt),
    check("passkeys_name_filled", isFilled(table.name)),
  ],
)

/** Who was asked to join, until they do, the link runs out or an admin takes it back. */
export const invitations = pgTable(
  "invitations",
  {
    id: id(),
    email: text("email").notNull().unique(),
    role: text("role", { enum: ROLES }).notNull(),
    rights: rights(),
    /** Of the key in the mailed link. */
    digest: text("digest").notNull().unique(),
    invitedBy: text("invited_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    check("invitations_rights_known", areRights(table.rights)),
    check("invitations_role_known", sql`${table.role} in ('user', 'moderator', 'admin')`),
    check("invitations_email_lower", sql`${table.email} = lower(${table.email})`),
    index("invitations_newest").on(desc(table.createdAt), desc(table.id)),
    index("invitations_of_admin").on(table.invitedBy),
  ],
)

/** As the driver reads it: drizzle's own type would read the text "1984" once more, as a number. */
const anyJson = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => "jsonb",
  toDriver: (value) => JSON.stringify(value),
})

/** What admins set on the pages of the back office, by name. */
export const settings = pgTable("settings", {
  name: text("name").primaryKey(),
  value: anyJson("value").notNull(),
  updatedAt: updatedAt(),
})

/** Single-use tokens, such as those of forgotten passwords. */
export const verifications = pgTable(
  "verifications",
  {
    id: text("id").primaryKey(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    expiresAt: instant("expires_at").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("verifications_identifier").on(table.identifier)],
)

/** Random values that every process of the site must share, made at first use. */
export const secrets = pgTable("secrets", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
})

/** Attempts counted by rate-limiter-flexible, whose table this is. */
export const rateLimits = pgTable("rate_limits", {
  key: varchar("key", { length: 255 }).primaryKey(),
  points: integer("points").notNull().default(0),
  expire: bigint("expire", { mode: "number" }),
})

export const profiles = pgTable(
  "profiles",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    firstName: text("first_name").notNull().default(""),
    lastName: text("last_name").notNull().default(""),
    birthDate: date("birth_date", { mode: "string" }),
    country: text("country").notNull().default(""),
    /** How they sign what visitors read; empty: they do not. */
    displayName: text("display_name").notNull().default(""),
  },
  // "Not in the future" moves every day: the form checks it.
  (table) => [check("profiles_birth_date_range", sql`${table.birthDate} >= date '1900-01-01'`)],
)
