import { randomBytes } from "node:crypto"
import { eq } from "drizzle-orm"
import { secrets } from "./accounts-schema.server.ts"
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

async function findOrMakeSecret(name: string) {
  const value = randomBytes(32).toString("base64url")
  await db.insert(secrets).values({ name, value }).onConflictDoNothing()
  const [stored] = await db.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, name))
  return stored?.value ?? value
}
