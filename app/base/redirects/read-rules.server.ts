import { asc, gt } from "drizzle-orm"
import type { Database } from "#app/db/client.server.ts"
import { redirects } from "#app/db/schema/redirects.server.ts"
import type { Rule } from "./rules.ts"

/** A few milliseconds each: others have a turn between two. */
const AT_ONCE = 5_000

/**
 * All rules by age, in slices. What changes meanwhile is seen by who holds the rules only.
 *
 * @param on the database, or a transaction in it
 */
export async function* readRules(on: Pick<Database, "select">): AsyncGenerator<Rule[]> {
  const { id, source, target } = redirects
  let last = 0
  for (;;) {
    const some = await on
      .select({ id, source, target })
      .from(redirects)
      .where(gt(id, last))
      .orderBy(asc(id))
      .limit(AT_ONCE)
    yield some
    last = some.at(-1)?.id ?? 0
    if (some.length < AT_ONCE) return
  }
}
