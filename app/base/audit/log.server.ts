import { and, desc, eq, gte, inArray, lt, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { countUpTo } from "#app/db/counting.server.ts"
import { selectPage } from "#app/db/page.server.ts"
import { users } from "#app/db/schema/accounts.server.ts"
import { auditLog } from "#app/db/schema/audit.server.ts"
import { contains } from "#app/db/search.server.ts"
import { spanOfDay } from "#app/kit/lib/dates.ts"
import type { LogFilters } from "./audit.schema.ts"

/** More people than these are not looked up one by one. */
export const MAX_PEOPLE = 10

/**
 * Whose deeds are meant by a part of an address, by an exact one (which may be gone by now), or by the name of a command.
 *
 * @returns names as the log has them, no more than `MAX_PEOPLE` and one
 */
export async function findPeople(search: string) {
  const name = search.toLowerCase()
  const found = await db
    .select({ email: users.email })
    .from(users)
    .where(contains(users.searchText, search))
    .limit(MAX_PEOPLE + 1)
  const names = found.map(({ email }) => email)
  const [exact] = await db.select({ email: users.email }).from(users).where(eq(users.email, name))
  return exact ? [name] : names.length > 0 ? names : [name]
}

/** @param people those whose deeds are meant (`findPeople`); everybody's when undefined */
type View = LogFilters & { people?: string[] }

const latest = [desc(auditLog.at), desc(auditLog.id)]

function matching({ kind, item, day }: LogFilters) {
  const { from, to } = day ? spanOfDay(day) : {}
  return and(
    kind === undefined ? undefined : eq(auditLog.kind, kind),
    item === undefined ? undefined : eq(auditLog.itemId, item),
    from && gte(auditLog.at, from),
    to && lt(auditLog.at, to),
  )
}

/** What is told of a deed. */
export const TOLD = {
  at: auditLog.at,
  actor: auditLog.actor,
  actorRole: auditLog.actorRole,
  action: auditLog.action,
  kind: auditLog.kind,
  itemId: auditLog.itemId,
  title: auditLog.title,
  changes: auditLog.changes,
}

/** Deeds, newest first. */
export function listEntries({ people, limit, offset, ...filters }: View & { limit: number; offset: number }) {
  const page = people
    ? sql`${inTurn(people, filters, limit + offset)} order by at desc, id desc limit ${limit} offset ${offset}`
    : selectPageOfIds(filters, limit, offset)
  return db
    .select({ id: auditLog.id, ...TOLD })
    .from(auditLog)
    .where(inArray(auditLog.id, sql`(select id from (${page}) page)`))
    .orderBy(...latest)
}

/** How many deeds `listEntries` would go through, counted up to `most`. */
export function countEntries({ people, ...filters }: View, most: number) {
  if (!people) return countUpTo(most, auditLog, matching(filters))
  return db.$count(sql`(${inTurn(people, filters, most)} limit ${most}) found`)
}

function selectPageOfIds(filters: LogFilters, limit: number, offset: number) {
  const page = selectPage(auditLog, { where: matching(filters), orderBy: latest, limit, offset })
  return sql`select id from ${page}`
}

/** Each person's latest deeds from the index of theirs: it has no order across several. */
function inTurn(people: string[], filters: LogFilters, most: number) {
  const ofOne = and(sql`${auditLog.actor} = person.name`, matching(filters))
  return sql`
    select deed.id, deed.at from unnest(${sql.param(people)}::text[]) as person (name) cross join lateral (
      select id, at from ${auditLog} where ${ofOne} order by ${sql.join(latest, sql`, `)} limit ${most}) deed`
}
