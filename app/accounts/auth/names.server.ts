import { asc, eq } from "drizzle-orm"
import { nameInTeam } from "#app/content/authors.server.ts"
import { db } from "#app/db/client.server.ts"
import { profiles, users } from "#app/db/schema/accounts.server.ts"

const MAX_NAMES = 5

/** Some of the admins, by the names that they gave themselves. */
export async function listAdminNames() {
  const found = await db
    .select({ name: nameInTeam })
    .from(users)
    .innerJoin(profiles, eq(profiles.userId, users.id))
    .where(eq(users.role, "admin"))
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(MAX_NAMES)
  return found.map(({ name }) => name).filter(Boolean)
}
