import { desc, sql } from "drizzle-orm"
import { bigint, index, jsonb, pgTable, text } from "drizzle-orm/pg-core"
import type { AuditAction, AuditChanges, AuditKind } from "#app/kit/lib/audit.ts"
import { ROLES } from "#app/kit/lib/roles.ts"
import { instant } from "./columns.server.ts"

/**
 * Who did what (docs/product.md). Only added to: a trigger refuses changes, but for the retention and for erasing a person
 * (`cko.audit` in drizzle/0002_accounts-and-log.sql). It refers to no other table, so that what is deleted stays told.
 */
export const auditLog = pgTable(
  "audit_log",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant("at").notNull().defaultNow(),
    /** The account, or null for the site itself and its commands. */
    actorId: text("actor_id"),
    /** Its e-mail address at the time, `npm run import` or the like; empty once the person was erased. */
    actor: text("actor").notNull().default(""),
    actorRole: text("actor_role", { enum: ROLES }),
    action: text("action").$type<AuditAction>().notNull(),
    kind: text("kind").$type<AuditKind>().notNull(),
    itemId: text("item_id"),
    /** The item's title at the time, so that it can be told once it is gone. */
    title: text("title").notNull().default(""),
    /** By field, before and after. */
    changes: jsonb("changes").$type<AuditChanges>(),
    /** The e-mail addresses that its title and changes name, in lower case: by these they are found when a person is erased. */
    addresses: text("addresses").array().notNull().default([]),
  },
  (table) => {
    // Every filter of the log, and every two that go together, ends in the log's own order.
    const latest = [desc(table.at), desc(table.id)] as const
    return [
      index("audit_log_latest").on(...latest),
      index("audit_log_of_actor").on(table.actor, ...latest),
      index("audit_log_of_actor_by_kind").on(table.actor, table.kind, ...latest),
      index("audit_log_of_kind").on(table.kind, ...latest),
      index("audit_log_of_item").on(table.kind, table.itemId, ...latest),
      index("audit_log_of_account").on(table.actorId),
      index("audit_log_naming")
        .using("gin", table.addresses)
        .where(sql`${table.addresses} <> '{}'`),
    ]
  },
)
