import { asc, gt } from "drizzle-orm"
import type { Database } from "#app/db/client.server.ts"
import { redirects } from "#app/db/schema/redirects.server.ts"
import type { Rule } from "./rules.ts"

/** A few milliseconds each: others have a turn between two. */
const AT_ONCE = 5_000

/** All rules, by age. @param on the database, or a transaction in it: what changes meanwhile is seen by who holds the rules only */
export async function readRules(on: Pick<Database, "select">) {
  const { id, source, target } = redirects
  const rules: Rule[] = []
  let some: Rule[]
  do {
    some = await on
      .select({ id, source, target })
      .from(redirects)
      .where(gt(id, rules.at(-1)?.id ?? 0))
      .orderBy(asc(id))
      .limit(AT_ONCE)
    rules.push(...some)
  } while (some.length === AT_ONCE)
  return rules
}
