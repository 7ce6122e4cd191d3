import { eq } from "drizzle-orm"
import type { TypedForm } from "#app/content/drafts/typed-form.ts"
import { columnsIn, columnsOf, versioned } from "#app/content/versioned.server.ts"
import type { Saved } from "#app/content/versions.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { letters } from "#app/db/schema/letters.server.ts"
import { type LetterForm, letterSchema } from "./letter-form.schema.ts"
import { ALREADY_LEAVING } from "./letters.copy.ts"

const content = versioned(letters, {
  kind: "letter",
  edited: columnsIn(letters, letterSchema),
})

/** What the form edits of one letter, and where it is on its way; undefined when there is no such letter. */
export async function findEditedLetter(id: number) {
  const [letter] = await db
    .select({ ...columnsOf(letters, "id", "version", "state"), ...columnsIn(letters, letterSchema) })
    .from(letters)
    .where(eq(letters.id, id))
  return letter
}

/** A new letter, which goes nowhere before somebody sends it. @param typed the form that is saved; null where nobody typed it */
export function createLetter(form: LetterForm, authorId: string, typed: TypedForm | null, on?: Transaction) {
  return content.create({ ...form, authorId }, typed, on)
}

/** Saves what a letter says, until its sending began. @param from the version that the form was filled from */
export function updateLetter(
  id: number,
  from: number,
  form: LetterForm,
  typed: TypedForm | null,
): Promise<Saved> {
  return db.transaction(async (tx) => {
    const held = await hold(tx, id)
    if (held && !isEditable(held)) return { outcome: "invalid", errors: { title: ALREADY_LEAVING } }
    return content.update(id, from, form, typed, tx)
  })
}

/** Deletes a letter that has not begun to leave. */
export function removeLetter(id: number) {
  return db.transaction(async (tx) => {
    const held = await hold(tx, id)
    if (!held) return false
    return isEditable(held) ? content.remove(id, tx) : "refused"
  })
}

type State = Pick<typeof letters.$inferSelect, "state">

export const isEditable = ({ state }: State) => state === "draft" || state === "scheduled"

export async function isScheduled(id: number) {
  const [found] = await db.select({ state: letters.state }).from(letters).where(eq(letters.id, id))
  return found?.state === "scheduled"
}

/** A letter's state as it is until the transaction ends. */
async function hold(tx: Transaction, id: number) {
  const [held] = await tx
    .select({ state: letters.state })
    .from(letters)
    .where(eq(letters.id, id))
    .for("update")
  return held
}
