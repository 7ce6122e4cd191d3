import { createHmac } from "node:crypto"
import type pg from "pg"
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible"
import { connectionPool } from "#app/db/client.server.ts"
import { getDailySecret } from "#app/db/secrets.server.ts"

export type RateLimit = {
  /** A short name, unique among the limits. */
  name: string
  /** How many times within `seconds`, counted from the first. */
  points: number
  seconds: number
}

const limiters = new Map<string, RateLimiterPostgres>()
/** Whatever database is open then. */
const store = { query: (statement: pg.QueryConfig) => connectionPool().query(statement) }

/**
 * Counts one attempt, in the database: every process counts together, and a restart forgets nothing.
 *
 * @param who what is limited, such as an address; only a hash of it is stored, whose salt is forgotten each day
 * @returns 0 when the attempt may go on, else how many seconds to wait (at least 1)
 */
export async function countAttempt(limit: RateLimit, who: string) {
  try {
    await limiterOf(limit).consume(await hash(who))
    return 0
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    return Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
  }
}

/** Counts one attempt against several limits. @returns the first wait that one of them asks for, in seconds, or 0 */
export async function countAttempts(limits: RateLimit[], who: string) {
  for (const limit of limits) {
    const wait = await countAttempt(limit, who)
    if (wait > 0) return wait
  }
  return 0
}

/** « Trop de tentatives. Réessayez dans 12 minutes. » @param seconds to wait, at least 1 */
export function waitingText(seconds: number) {
  const [count, unit] = seconds < 60 ? [seconds, "seconde"] : [Math.ceil(seconds / 60), "minute"]
  return `Trop de tentatives. Réessayez dans ${count} ${unit}${count > 1 ? "s" : ""}.`
}

/** Takes back one counted attempt (`"one"`), or all of them. */
export async function forgiveAttempts(limit: RateLimit, who: string, howMany: "one" | "all") {
  const key = await hash(who)
  if (howMany === "one") await limiterOf(limit).reward(key)
  else await limiterOf(limit).delete(key)
}

function limiterOf({ name, points, seconds }: RateLimit) {
  const known = limiters.get(name)
  if (known) {
    // Hosts set some of them.
    known.points = points
    return known
  }
  const limiter = new RateLimiterPostgres({
    storeClient: store,
    storeType: "pool",
    tableName: "rate_limits",
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: seconds,
  })
  limiters.set(name, limiter)
  return limiter
}

async function hash(who: string) {
  return createHmac("sha256", await getDailySecret("limits"))
    .update(who)
    .digest("base64url")
}
