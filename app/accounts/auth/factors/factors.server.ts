import { eq, sql } from "drizzle-orm"
import { db, type Transaction } from "#app/db/client.server.ts"
import { passkeys, recoveryCodes, totpSecrets } from "#app/db/schema/accounts.server.ts"

export type Factors = { totp: boolean; passkeys: number; codes: number }

/** What a person has beside their password, in one query. */
export async function findFactors(userId: string, on: typeof db | Transaction = db): Promise<Factors> {
  const { rows } = await on.execute<Factors>(sql`select
    exists (select from ${totpSecrets} where user_id = ${userId} and confirmed_at is not null) as totp,
    (select count(*)::int from ${passkeys} where user_id = ${userId}) as passkeys,
    (select count(*)::int from ${recoveryCodes} where user_id = ${userId}) as codes`)
  return rows[0] ?? { totp: false, passkeys: 0, codes: 0 }
}

/** Recovery codes are none: they stand in for one. */
export const isFactor = ({ totp, passkeys: keys }: Factors) => totp || keys > 0

/** Whether a password alone does not sign this person in. */
export async function hasFactor(userId: string, on: typeof db | Transaction = db) {
  return isFactor(await findFactors(userId, on))
}

/** Leaves a person with their password alone. @returns what they had */
export async function removeAllFactors(tx: Transaction, userId: string) {
  const had = await findFactors(userId, tx)
  for (const table of [totpSecrets, passkeys, recoveryCodes])
    await tx.delete(table).where(eq(table.userId, userId))
  return had
}
