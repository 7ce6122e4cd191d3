import { and, eq, isNotNull, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { letterRecipients as recipients } from "#app/db/schema/letters.server.ts"
import { BOUNCE_KINDS } from "#app/kit/lib/letters.ts"
import { explainBounce, BOUNCE_LABELS } from "./bounces.copy.ts"

/**
 * The bounces of a letter; all of these are also counted as sent.
 *
 * @returns by kind, those there are, with their reasons in words, the most frequent first
 */
export async function countBounces(letterId: number) {
  const rows = await db
    .select({
      kind: recipients.cameBack,
      failure: recipients.failure,
      count: sql<number>`count(*)::int`,
    })
    .from(recipients)
    .where(and(eq(recipients.letterId, letterId), isNotNull(recipients.cameBack)))
    .groupBy(recipients.cameBack, recipients.failure)
  return BOUNCE_KINDS.flatMap((kind) => {
    const reasons = new Map<string, number>()
    for (const row of rows) {
      if (row.kind !== kind) continue
      const reason = explainBounce(kind, row.failure)
      reasons.set(reason, (reasons.get(reason) ?? 0) + row.count)
    }
    const counted = [...reasons].map(([reason, count]) => ({ reason, count }))
    counted.sort((one, other) => other.count - one.count)
    const count = counted.reduce((sum, one) => sum + one.count, 0)
    return count > 0 ? [{ kind, label: BOUNCE_LABELS[kind], count, reasons: counted }] : []
  })
}
