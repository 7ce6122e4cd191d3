import { and, desc, eq, or } from "drizzle-orm"
import { record } from "#app/db/audit.server.ts"
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
export function addBan(kind: Ban["kind"], value: string) {
  return db.transaction(async (tx) => {
    if ((await tx.$count(bans)) >= MAX_BANS) return false
    const [added] = await tx.insert(bans).values({ kind, value }).onConflictDoNothing().returning()
    if (added) await record(tx, { action: "ban", kind: "ban", id: added.id, title: nameOf(added) })
    return true
  })
}

/** @returns false when there is no such block */
export function removeBan(id: number) {
  return db.transaction(async (tx) => {
    const [removed] = await tx.delete(bans).where(eq(bans.id, id)).returning()
    if (removed) await record(tx, { action: "unban", kind: "ban", id, title: nameOf(removed) })
    return removed !== undefined
  })
}

type Ban = typeof bans.$inferSelect

/** As the back office shows it: addresses of visitors are for nobody's eyes. */
const nameOf = ({ kind, value }: Ban) => (kind === "email" ? maskEmail(value) : value)

/** « a•••@exemple.fr »: enough to tell bans apart. */
export function maskEmail(email: string) {
  return email.replace(/^(.).*@/, "$1•••@")
}

function hasWord(text: string, word: string) {
  const alone = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(word)}(?![\\p{L}\\p{N}])`, "u")
  return alone.test(text)
}
