import { asc, eq } from "drizzle-orm"
import { db, type Transaction } from "#app/db/client.server.ts"
import { levels } from "#app/db/schema/supporters.server.ts"

/** As many as a list of choices shows. */
const MOST = 200

/** The levels of support that hosts choose from, the lowest first. */
export function listLevelChoices() {
  return db
    .select({ id: levels.id, name: levels.name })
    .from(levels)
    .orderBy(asc(levels.rank), asc(levels.id))
    .limit(MOST)
}

/** The name of a level, which stays there until the transaction ends; undefined where there is none. */
export async function holdLevel(tx: Transaction, id: number) {
  const [level] = await tx
    .select({ name: levels.name })
    .from(levels)
    .where(eq(levels.id, id))
    .for("key share")
  return level?.name
}
