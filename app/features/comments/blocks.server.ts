import { and, desc, eq, or } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { blocks } from "#app/db/schema/visitors.server.ts"
import { toBareText } from "./bare-text.ts"

/** More would slow every comment down. */
const MOST_BLOCKS = 1_000

/**
 * Why a comment may not be posted, if so.
 *
 * @param comment.email in lower case
 */
export async function findBlock({ name, email, content }: { name: string; email: string; content: string }) {
  const rows = await db
    .select({ kind: blocks.kind, value: blocks.value })
    .from(blocks)
    .where(or(eq(blocks.kind, "word"), and(eq(blocks.kind, "email"), eq(blocks.value, email))))
    .limit(MOST_BLOCKS + 1)
  const text = toBareText(`${name}\n${content}`)
  return rows.find(({ kind, value }) => kind === "email" || hasWord(text, value))
}

/** All blocks, newest first. Addresses are for the server's eyes: show them with `maskEmail`. */
export function listBlocks() {
  return db
    .select({ id: blocks.id, kind: blocks.kind, value: blocks.value })
    .from(blocks)
    .orderBy(desc(blocks.id))
    .limit(MOST_BLOCKS)
}

/**
 * Blocks an address, or a word (or several in a row) wherever it stands alone, whatever case and accents.
 *
 * @param value checked by `blockSchema`: in lower case, and a word also without accents
 * @returns false when there are as many blocks as there may be
 */
export async function addBlock(kind: "email" | "word", value: string) {
  if ((await db.$count(blocks)) >= MOST_BLOCKS) return false
  await db.insert(blocks).values({ kind, value }).onConflictDoNothing()
  return true
}

/** @returns false when there is no such block */
export async function removeBlock(id: number) {
  const removed = await db.delete(blocks).where(eq(blocks.id, id)).returning({ id: blocks.id })
  return removed.length > 0
}

/** « a•••@exemple.fr »: enough to tell blocks apart. */
export function maskEmail(email: string) {
  return email.replace(/^(.).*@/, "$1•••@")
}

function hasWord(text: string, word: string) {
  const alone = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(word)}(?![\\p{L}\\p{N}])`, "u")
  return alone.test(text)
}
