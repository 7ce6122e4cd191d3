import { asc, eq, ne, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { profiles, users } from "#app/db/schema/accounts.server.ts"

/** How somebody is called among the team: as they sign, else by their first and last name; empty where they said neither. */
const nameInTeam = sql<string>`coalesce(nullif(${profiles.displayName}, ''),
  nullif(btrim(${profiles.firstName} || ' ' || ${profiles.lastName}), ''), '')`

const MAX_AUTHORS = 200

/** Those of the team whose an item can be, by name, or by address where they have none. */
export async function listAuthors() {
  const found = await db
    .select({ id: users.id, email: users.email, name: nameInTeam })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(ne(users.role, "user"))
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(MAX_AUTHORS)
  return found.map(({ id, email, name }) => ({ id, name: name || email }))
}

/** What the team calls somebody; undefined where there is no such account. */
export async function findAuthorName(id: string) {
  const [found] = await db
    .select({ email: users.email, name: nameInTeam })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(eq(users.id, id))
  return found && (found.name || found.email)
}

const MAX_ADMINS = 5

/** Some of the admins, by the names that they gave themselves. */
export async function listAdminNames() {
  const found = await db
    .select({ name: nameInTeam })
    .from(users)
    .innerJoin(profiles, eq(profiles.userId, users.id))
    .where(eq(users.role, "admin"))
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(MAX_ADMINS)
  return found.map(({ name }) => name).filter(Boolean)
}
