import { and, asc, eq, ne, type SQL, sql } from "drizzle-orm"
import { listedRows, type ListOptions } from "#app/content/lists/listed-rows.server.ts"
import { nextVersion, type Saved } from "#app/content/versions.server.ts"
import { record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { isUniqueViolation } from "#app/db/errors.server.ts"
import { episodeGuests, guests } from "#app/db/schema/guests.server.ts"
import { contains } from "#app/db/search.server.ts"
import { numberEpisodes } from "../rounds.server.ts"
import { linkNamesakes, moveEpisodes, renameInEpisodes } from "./guest-episodes.server.ts"
import type { GuestForm } from "./guest-form.schema.ts"
import { GUESTS } from "./guest-list.ts"

const { id, name, slug, role, linkUrl, pictureUrl, version } = guests
const fields = { name, slug, role, linkUrl, pictureUrl }
const episodeCount = sql<number>`(select count(*)::int from ${episodeGuests} e where e.guest_id = ${guests}.id)`
const cameOnce = sql`exists (select from ${episodeGuests} e where e.guest_id = ${guests}.id)`

export const guestRows = listedRows(GUESTS, {
  table: guests,
  title: name,
  search: (search) => contains(guests.searchText, search),
  filters: { episodes: (value) => (value === "avec" ? cameOnce : sql`not ${cameOnce}`) },
  sorts: {
    nom: { index: [name] },
    episodes: { row: episodeCount },
    role: { row: sql`nullif(${role}, '')` },
    creation: { row: guests.createdAt },
  },
})

/** By name, unless another order is asked for. @param options.search a literal substring of the name; empty for all */
export function listGuests(options: ListOptions) {
  const page = guestRows.page(options)
  return db
    .select({ id, name, slug, role, episodeCount })
    .from(page)
    .innerJoin(guests, eq(id, page.id))
    .orderBy(...guestRows.orderBy(options))
}

/** What the form edits of one person, or undefined. */
export async function findGuest(guestId: number) {
  const [guest] = await db
    .select({ id, version, episodeCount, ...fields })
    .from(guests)
    .where(eq(id, guestId))
  return guest
}

/** Those with whom a person may be one and the same, by name. */
export function listOthers(guestId: number) {
  return db
    .select({ id, name, slug })
    .from(guests)
    .where(ne(id, guestId))
    .orderBy(asc(name), asc(id))
    .limit(MAX_OTHERS)
}

const MAX_OTHERS = 2_000

/** Makes somebody known, and links the episodes that name them already. */
export function createGuest(form: GuestForm) {
  return save(async (tx) => {
    const [made] = await tx.insert(guests).values(form).returning({ id })
    if (!made) throw new Error("the row was not inserted")
    await linkNamesakes(tx, { id: made.id, name: form.name })
    await record(tx, { action: "create", kind: "guest", id: made.id, title: form.name, after: form })
    return { outcome: "saved", id: made.id }
  })
}

/** Saves a person, and another name in all their episodes. @param from the version that the form was filled from */
export function updateGuest(guestId: number, from: number, form: GuestForm) {
  return save(async (tx) => {
    const current = await hold(tx, eq(id, guestId))
    if (!current) return { outcome: "missing" }
    const { version: stored, id: _, ...before } = current
    if (stored !== from) return { outcome: "stale", version: stored }
    await tx
      .update(guests)
      .set({ ...form, ...nextVersion(guests) })
      .where(eq(id, guestId))
    if (before.name !== form.name) await renameInEpisodes(tx, guestId, before.name, form.name)
    await record(tx, {
      ...{ action: "update", kind: "guest", id: guestId, title: form.name },
      before,
      after: form,
    })
    return { outcome: "saved", id: guestId }
  })
}

/**
 * Makes one person of two: the first one's episodes are the second's, who takes over what is known of the first only.
 *
 * @returns the name of who stays; undefined when one of them is gone, or both are the same
 */
export function mergeGuests(guestId: number, into: number) {
  return numberEpisodes(async (tx) => {
    const one = await hold(tx, eq(id, guestId))
    const other = await hold(tx, and(eq(id, into), ne(id, guestId)))
    if (!one || !other) return undefined
    await moveEpisodes(tx, one, other)
    await tx.delete(guests).where(eq(id, guestId))
    const taken = {
      role: other.role || one.role,
      linkUrl: other.linkUrl ?? one.linkUrl,
      pictureUrl: other.pictureUrl ?? one.pictureUrl,
    }
    await tx
      .update(guests)
      .set({ ...taken, ...nextVersion(guests) })
      .where(eq(id, into))
    const after = { into: `${other.name} (${other.slug})` }
    await record(tx, { action: "merge", kind: "guest", id: guestId, title: one.name, after })
    return other.name
  })
}

/** Deletes a person; episodes go on naming them. @returns false when there is no such person */
export function deleteGuest(guestId: number) {
  return numberEpisodes(async (tx) => {
    const [deleted] = await tx.delete(guests).where(eq(id, guestId)).returning({ title: name })
    if (deleted) await record(tx, { action: "delete", kind: "guest", id: guestId, ...deleted })
    return deleted !== undefined
  })
}

async function hold(tx: Transaction, where: SQL | undefined) {
  const [row] = await tx
    .select({ id, version, ...fields })
    .from(guests)
    .where(where)
    .for("update")
  return row
}

/** What people and episodes have in common is written by one at a time, so that no two wait for each other. */
async function save(work: (tx: Transaction) => Promise<Saved>): Promise<Saved> {
  try {
    return await numberEpisodes(work)
  } catch (error) {
    if (isUniqueViolation(error, /slug/)) return { outcome: "slug-taken" }
    throw error
  }
}
