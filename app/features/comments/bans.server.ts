import { and, desc, eq, or } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { bans } from "#app/db/schema/visitors.server.ts"
import { toBareText } from "./bare-text.ts"

/** More would slow every comment down. */
const MAX_BANS = 1_000

/**
 * Why a comment may not be posted, if so.
 *
 * @param comment.email in lower case
 */
export async function findBan({ name, email, content }: { name: string; email: string; content: string }) {
  const rows = await db
    .select({ kind: bans.kind, value: bans.value })
    .from(bans)
    .where(or(eq(bans.kind, "word"), and(eq(bans.kind, "email"), eq(bans.value, email))))
    .limit(MAX_BANS + 1)
  const text = toBareText(`${name}\n${content}`)
  return rows.find(({ kind, value }) => kind === "email" || hasWord(text, value))
}

/** All bans, newest first. Addresses are for the server's eyes: show them with `maskEmail`. */
export function listBans() {
  return db
    .select({ id: bans.id, kind: bans.kind, value: bans.value })
    .from(bans)
    .orderBy(desc(bans.id))
    .limit(MAX_BANS)
}

/**
 * Blocks an address, or a word (or several in a row) wherever it stands alone, whatever case and accents.
 *
 * @param value checked by `banSchema`: in lower case, and a word also without accents
 * @returns false when there are as many bans as there may be
 */
export async function addBan(kind: "email" | "word", value: string) {
  if ((await db.$count(bans)) >= MAX_BANS) return false
  await db.insert(bans).values({ kind, value }).onConflictDoNothing()
  return true
}

/** @returns false when there is no such block */
export async function removeBan(id: number) {
  const removed = await db.delete(bans).where(eq(bans.id, id)).returning({ id: bans.id })
  return removed.length > 0
}

/** « a•••@exemple.fr »: enough to tell bans apart. */
export function maskEmail(email: string) {
  return email.replace(/^(.).*@/, "$1•••@")
}

function hasWord(text: string, word: string) {
  const alone = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(word)}(?![\\p{L}\\p{N}])`, "u")
  return alone.test(text)
}
