import { desc, sql } from "drizzle-orm"
import { bigint, boolean, check, index, integer, pgTable, text, varchar } from "drizzle-orm/pg-core"
import { ROLES } from "../../lib/roles.ts"
import { createdAt, instant, searchIndexes, searchText, updatedAt } from "./columns.server.ts"

// Shapes and names of users, sessions, accounts and verifications are better-auth's, plus the role.

export const users = pgTable(
  "users",
  {
    id: text("id").primaryKey(),
    /** better-auth wants one; people's names are in their profiles. */
    name: text("name").notNull().default(""),
    email: text("email").notNull().unique(),
    emailVerified: boolean("email_verified").notNull().default(false),
    image: text("image"),
    /** The first user ever created becomes admin by a trigger (drizzle/0002_accounts.sql). */
    role: text("role", { enum: ROLES }).notNull().default("user"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    searchText: searchText(sql`email`),
  },
  (table) => [
    check("users_role_known", sql`${table.role} in ('user', 'moderator', 'admin')`),
    check("users_email_lower", sql`${table.email} = lower(${table.email})`),
    check("users_email_length", sql`char_length(${table.email}) between 3 and 255`),
    index("users_newest").on(desc(table.createdAt), desc(table.id)),
    index("users_admins")
      .on(table.id)
      .where(sql`${table.role} = 'admin'`),
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
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("sessions_of_user").on(table.userId, desc(table.updatedAt))],
)

/** How a person proves who they are: a password's hash, as there is no other way yet. */
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
