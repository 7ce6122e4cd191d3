import { sql } from "drizzle-orm"
import { check, jsonb, pgTable, text } from "drizzle-orm/pg-core"
import { instant } from "./columns.server.ts"

/** Why a mail was not sent, as codes: what mail servers say in words may hold addresses and passwords. */
export type MailFailure = { code?: string; command?: string; responseCode?: number }

/** When a mail was last sent, and when one last failed: one row each. */
export const mailOutcomes = pgTable(
  "mail_outcomes",
  {
    outcome: text("outcome", { enum: ["sent", "failed"] }).primaryKey(),
    at: instant("at").notNull(),
    failure: jsonb("failure").$type<MailFailure>(),
  },
  (table) => [check("mail_outcomes_outcome_known", sql`${table.outcome} in ('sent', 'failed')`)],
)
