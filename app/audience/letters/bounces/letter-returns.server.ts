import { and, eq, isNotNull, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { letterRecipients as recipients } from "#app/db/schema/letters.server.ts"
import { RETURN_KINDS } from "#app/kit/lib/letters.ts"
import { explainReturn, RETURN_LABELS } from "./returns.copy.ts"

/**
 * What came back of a letter after it was sent; all of these are also counted as sent.
 *
 * @returns by kind, those there are, with their reasons in words, the most frequent first
 */
export async function countReturns(letterId: number) {
  const rows = await db
    .select({
      kind: recipients.cameBack,
      failure: recipients.failure,
      count: sql<number>`count(*)::int`,
    })
    .from(recipients)
    .where(and(eq(recipients.letterId, letterId), isNotNull(recipients.cameBack)))
    .groupBy(recipients.cameBack, recipients.failure)
  return RETURN_KINDS.flatMap((kind) => {
    const reasons = new Map<string, number>()
    for (const row of rows) {
      if (row.kind !== kind) continue
      const reason = explainReturn(kind, row.failure)
      reasons.set(reason, (reasons.get(reason) ?? 0) + row.count)
    }
    const counted = [...reasons].map(([reason, count]) => ({ reason, count }))
    counted.sort((one, other) => other.count - one.count)
    const count = counted.reduce((sum, one) => sum + one.count, 0)
    return count > 0 ? [{ kind, label: RETURN_LABELS[kind], count, reasons: counted }] : []
  })
}
