import { createHash, randomBytes } from "node:crypto"
import { and, eq } from "drizzle-orm"
import { db, type Transaction } from "#app/db/client.server.ts"
import { recoveryCodes } from "#app/db/schema/accounts.server.ts"

export const CODES = 10
/** Crockford's base32: no letter that is taken for a digit. 24 of them are 120 bits, which nobody guesses from a digest. */
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
const GROUPS = 4
const GROUP_LENGTH = 6

/** Gives a person ten codes in place of all they had. @returns the codes, which are never readable again */
export async function renewRecoveryCodes(tx: Transaction, userId: string) {
  const codes = Array.from({ length: CODES }, makeCode)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ digest: digestOf(code), userId })))
  return codes
}

/** Uses one of a person's codes up: of several who come with the same at once, one passes. */
export async function takeRecoveryCode(userId: string, typed: string, on: typeof db | Transaction = db) {
  const taken = await on
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.digest, digestOf(typed)), eq(recoveryCodes.userId, userId)))
    .returning({ digest: recoveryCodes.digest })
  return taken.length > 0
}

/** How many codes are left, 0 to 10. */
export function countRecoveryCodes(userId: string, on: typeof db | Transaction = db) {
  return on.$count(recoveryCodes, eq(recoveryCodes.userId, userId))
}

function makeCode() {
  const letters = Array.from(randomBytes(GROUPS * GROUP_LENGTH), (byte) => LETTERS[byte % LETTERS.length])
  const groups = Array.from({ length: GROUPS }, (_, index) =>
    letters.slice(index * GROUP_LENGTH, (index + 1) * GROUP_LENGTH).join(""),
  )
  return groups.join("-")
}

/** The same for a code that was copied by hand: case, spaces and dashes do not count, O is 0, I and L are 1. */
function digestOf(code: string) {
  const read = code
    .toLowerCase()
    .replace(/[^0-9a-z]/g, "")
    .replaceAll("o", "0")
    .replace(/[il]/g, "1")
  return createHash("sha256").update(read).digest("base64url")
}
