import { randomBytes } from "node:crypto"
import { and, eq, like, lt } from "drizzle-orm"
import { secrets } from "./schema/accounts.server.ts"
import { type Database, db } from "./client.server.ts"

const known = new WeakMap<Database, Map<string, string>>()

/** A random value that all processes on this database share, made when it is first asked for. */
export async function getSecret(name: string) {
  const ofThisDatabase = known.get(db) ?? new Map<string, string>()
  known.set(db, ofThisDatabase)
  const value = ofThisDatabase.get(name) ?? (await findOrMakeSecret(name))
  ofThisDatabase.set(name, value)
  return value
}

/**
 * A secret that is another one each day (in UTC) and forgotten afterwards: what was hashed with it can then be traced
 * back by nobody.
 */
export async function getDailySecret(name: string) {
  const today = `${name}-${new Date().toISOString().slice(0, 10)}`
  if (known.get(db)?.has(today)) return getSecret(today)
  for (const kept of known.get(db)?.keys() ?? []) if (kept.startsWith(`${name}-`)) known.get(db)?.delete(kept)
  await db.delete(secrets).where(and(like(secrets.name, `${name}-____-__-__`), lt(secrets.name, today)))
  return getSecret(today)
}

/** For when a backup was restored, which brought its own. What is being looked up meanwhile is not remembered either. */
export function forgetSecrets() {
  known.delete(db)
}

async function findOrMakeSecret(name: string) {
  const value = randomBytes(32).toString("base64url")
  await db.insert(secrets).values({ name, value }).onConflictDoNothing()
  const [stored] = await db.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, name))
  return stored?.value ?? value
}
