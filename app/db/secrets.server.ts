import { randomBytes } from "node:crypto"
import { and, eq, like, lt } from "drizzle-orm"
import { secrets } from "./schema/accounts.server.ts"
import { db, oncePerDatabase } from "./client.server.ts"

const known = oncePerDatabase(() => ({ values: new Map<string, string>() }))

/** A random value that all processes on this database share, made when it is first asked for. */
export async function getSecret(name: string) {
  const { values } = known()
  const value = values.get(name) ?? (await findOrMakeSecret(name))
  values.set(name, value)
  return value
}

/**
 * A secret that is another one each day and forgotten afterwards: what was hashed with it can then be traced back by
 * nobody.
 *
 * @param day as `YYYY-MM-DD`, where it is not today's in UTC
 * @param oldest the first day whose secret may stay in memory; whoever names it forgets the stored ones by a clock that is sure
 *   (`forgetDailySecrets`)
 */
export async function getDailySecret(
  name: string,
  day = new Date().toISOString().slice(0, 10),
  oldest?: string,
) {
  const wanted = `${name}-${day}`
  const { values } = known()
  for (const kept of values.keys())
    if (kept.startsWith(`${name}-`) && kept < `${name}-${oldest ?? day}`) values.delete(kept)
  if (oldest === undefined && !values.has(wanted)) await forgetDailySecrets(name, day)
  return getSecret(wanted)
}

/** Lets those of former days go, also where nobody asks for today's. @param day the first that may stay, as `YYYY-MM-DD` */
export async function forgetDailySecrets(name: string, day: string) {
  const isFormer = and(like(secrets.name, `${name}-____-__-__`), lt(secrets.name, `${name}-${day}`))
  await db.delete(secrets).where(isFormer)
}

/** For when a backup was restored, which brought its own. What is being looked up meanwhile is not remembered either. */
export function forgetSecrets() {
  known().values = new Map()
}

async function findOrMakeSecret(name: string) {
  const value = randomBytes(32).toString("base64url")
  await db.insert(secrets).values({ name, value }).onConflictDoNothing()
  const [stored] = await db.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, name))
  return stored?.value ?? value
}
