import { eq, sql } from "drizzle-orm"
import { record } from "#app/db/audit.server.ts"
import type { Transaction } from "#app/db/client.server.ts"
import { levels, supporters } from "#app/db/schema/supporters.server.ts"
import { NO_LEVEL } from "#app/kit/lib/reserved.ts"
import { spellUntil } from "../people/spell-until.ts"
import { told } from "../people/supporters.server.ts"

/** A direct debit takes some days: what goes on by itself goes on so long after the day on which it is due. */
const GRACE_DAYS = 3

/** As far as hosts may say it. */
const LAST_DAY = "2100-12-31"

/** Who paid what for how long. */
export type Paid = {
  /** In lower case. */
  email: string
  name: string
  /** Null is what all supporters have. */
  levelId: number | null
  months: number
  /** In Europe/Paris. */
  paidOn: string
  renews: boolean
  /** As hosts say it: « Ko-fi ». */
  origin: string
}

/** What became of it: a supporter with an end, or why a host has to say. */
export type Applied = { supporterId: number; remark: string } | { waits: string }

/**
 * Makes somebody a supporter, or extends their support. A payment of another level changes theirs only where nothing is lost by that:
 * of an end that lies beyond its own a host has to say.
 *
 * @param isAsked a host says so: the level is theirs from now on, and nothing waits
 */
export async function applyPayment(tx: Transaction, paid: Paid, isAsked = false): Promise<Applied> {
  const { email, name, levelId, origin, renews } = paid
  // Of two payments at once, the second finds who the first made.
  const [made] = await tx
    .insert(supporters)
    .values({ email, name, levelId, until: endOf(paid), origin, renews })
    .onConflictDoNothing()
    .returning({ id: supporters.id, until: supporters.until, createdAt: supporters.createdAt })
  if (made) {
    const level = await nameOf(tx, levelId)
    await record(tx, { action: "create", ...told(made), after: { level, until: made.until, origin } })
    return { supporterId: made.id, remark: spell(level, made.until) }
  }
  const [known] = await tx
    .select({
      id: supporters.id,
      createdAt: supporters.createdAt,
      levelId: supporters.levelId,
      until: supporters.until,
      isBeyond: sql<boolean>`${supporters.until} is null or ${supporters.until} > ${endOf(paid)}`,
    })
    .from(supporters)
    .where(eq(supporters.email, email))
    .for("update")
  if (!known) throw new Error("a supporter went while their payment was read")
  const isOther = levelId !== known.levelId
  if (isOther && known.isBeyond && !isAsked)
    return {
      waits: `A déjà «\u00a0${(await nameOf(tx, known.levelId)) ?? NO_LEVEL}\u00a0» ${spellUntil(known.until)}`,
    }
  const [after] = await tx
    .update(supporters)
    .set({
      levelId,
      renews,
      // None is for good, and stays so.
      until: sql`case when ${supporters.until} is not null then ${
        renews ? sql`greatest(${supporters.until}, ${endOf(paid)})` : endOf(paid, sql`${supporters.until}`)
      } end`,
      updatedAt: sql`now()`,
      version: sql`${supporters.version} + 1`,
    })
    .where(eq(supporters.id, known.id))
    .returning({ until: supporters.until })
  const until = after?.until ?? null
  const [was, level] = [await nameOf(tx, known.levelId), await nameOf(tx, levelId)]
  await record(tx, {
    ...{ action: "update", ...told(known) },
    ...{ before: { level: was, until: known.until }, after: { level, until } },
  })
  return { supporterId: known.id, remark: spell(level, until) }
}

/** The last day of what was paid; what is paid once more begins where the last one ends. */
function endOf({ paidOn, months, renews }: Paid, after = sql`null::date`) {
  const from = renews ? sql`${paidOn}::date + ${GRACE_DAYS}::int` : sql`greatest(${paidOn}::date, ${after})`
  return sql`least((${from} + make_interval(months => ${months}::int))::date, ${LAST_DAY}::date)`
}

const spell = (level: string | null, until: string | null) => `${level ?? NO_LEVEL}, ${spellUntil(until)}`

async function nameOf(tx: Transaction, levelId: number | null) {
  if (levelId === null) return null
  const [level] = await tx.select({ name: levels.name }).from(levels).where(eq(levels.id, levelId))
  return level?.name ?? null
}
