import { eq, sql } from "drizzle-orm"
import type { Work } from "#app/content/lists/deeds.server.ts"
import { listedRows } from "#app/content/lists/listed-rows.server.ts"
import { columnsOf, versioned } from "#app/content/versioned.server.ts"
import type { Saved } from "#app/content/versions.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { letters } from "#app/db/schema/letters.server.ts"
import { contains } from "#app/db/search.server.ts"
import { LETTER_STATES, LETTER_TOPICS } from "#app/kit/lib/letters.ts"
import type { LetterForm } from "./letter-form.schema.ts"
import { LETTERS, STATE_PARAMETERS } from "./letter-list.ts"
import { ALREADY_LEAVING } from "./letters.copy.ts"

const rows = listedRows(LETTERS, {
  table: letters,
  title: letters.title,
  search: (search) => contains(letters.searchText, search),
  filters: {
    etat: (value) => {
      const state = LETTER_STATES.find((one) => STATE_PARAMETERS[one] === value)
      return state && eq(letters.state, state)
    },
    theme: (value) => {
      const topic = LETTER_TOPICS.find((one) => one === value)
      return topic && eq(letters.topic, topic)
    },
  },
  sorts: {
    creation: { index: [letters.createdAt] },
    envoi: { row: sql`coalesce(${letters.publishedAt}, ${letters.scheduledAt})` },
    titre: { row: letters.searchText },
    etat: {
      row: sql`array_position(array['draft', 'scheduled', 'sending', 'paused', 'sent', 'stopped'], ${letters.state})`,
    },
  },
})

const items = versioned(letters, {
  kind: "letter",
  rows,
  listed: columnsOf(
    letters,
    "title",
    "topic",
    "state",
    "isPublished",
    "scheduledAt",
    "publishedAt",
    "endedAt",
    "createdAt",
  ),
  edited: columnsOf(letters, "title", "previewText", "senderName", "topic", "content", "isArchived"),
})

export const { rows: letterRows, list: listLetters } = items

/** What the form edits of one letter, and where it is on its way; undefined when there is no such letter. */
export async function findEditedLetter(id: number) {
  const [letter] = await db
    .select({
      id: letters.id,
      version: letters.version,
      state: letters.state,
      title: letters.title,
      previewText: letters.previewText,
      senderName: letters.senderName,
      topic: letters.topic,
      content: letters.content,
      isArchived: letters.isArchived,
    })
    .from(letters)
    .where(eq(letters.id, id))
  return letter
}

/** A new letter, which goes nowhere before somebody sends it. */
export function createLetter(form: LetterForm, authorId: string) {
  return items.create({ ...form, authorId })
}

/** Saves what a letter says, until its sending began. @param from the version that the form was filled from */
export function updateLetter(id: number, from: number, form: LetterForm): Promise<Saved> {
  return db.transaction(async (tx) => {
    const held = await hold(tx, id)
    if (held && !isEditable(held)) return { outcome: "invalid", errors: { title: ALREADY_LEAVING } }
    return items.update(id, from, form, tx)
  })
}

/** Deletes a letter that has not begun to leave. */
export function removeLetter(id: number): Promise<"deleted" | "refused" | "missing"> {
  return db.transaction(async (tx) => {
    const held = await hold(tx, id)
    if (!held) return "missing"
    if (!isEditable(held)) return "refused"
    await items.remove(id, tx)
    return "deleted"
  })
}

/** The same of several. */
export const removeLetters: Work = async (ids) => {
  const counts = { done: 0, refused: 0, missing: 0 }
  for (const id of ids) {
    const outcome = await removeLetter(id)
    counts[outcome === "deleted" ? "done" : outcome] += 1
  }
  return counts
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
