import { TO_BIN } from "#app/content/bin/bin-address.ts"
import { and, asc, eq, ne, type SQL, sql } from "drizzle-orm"
import { moveToBin } from "#app/content/bin/bin.server.ts"
import { filterBy } from "#app/content/lists/list-type.ts"
import { managedList } from "#app/content/lists/managed-list.server.ts"
import { managedType } from "#app/content/managed-type.server.ts"
import { wordsOf } from "#app/content/managed-type.ts"
import { nextVersion, type Saved } from "#app/content/versions.server.ts"
import { record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { isUniqueViolation } from "#app/db/errors.server.ts"
import { thumbnailOf } from "#app/db/pictures.server.ts"
import { episodeGuests, guests } from "#app/db/schema/guests.server.ts"
import type { Question } from "#app/kit/http/questions.ts"
import { numberEpisodes } from "../rounds.server.ts"
import { findPublicGuest } from "./public-guests.server.ts"
import { linkNamesakes, moveEpisodes, renameInEpisodes } from "./guest-episodes.server.ts"
import { countEpisodes, type GuestForm, guestSchema } from "./guest-form.schema.ts"

const { id, name, slug, role, linkUrl, pictureUrl, version } = guests
const fields = { name, slug, role, linkUrl, pictureUrl }
const episodeCount = sql<number>`(select count(*)::int from ${episodeGuests} e where e.guest_id = ${guests}.id)`
const cameOnce = sql`exists (select from ${episodeGuests} e where e.guest_id = ${guests}.id)`

/** The back office of guests. */
export const guestType = managedType({
  kind: "guest",
  permission: "editing",
  label: "Invités",
  icon: "user",
  words: wordsOf(
    { path: "/admin/guests", title: "Gestion des invités", one: "invité", many: "invités" },
    { emptyText: "Aucun invité pour le moment : créez une fiche, ou nommez-les dans un épisode." },
  ),
  list: managedList({
    table: guests,
    title: name,
    columns: { slug, role, episodeCount, picture: thumbnailOf(guests.pictureUrl) },
    filters: {
      episodes: {
        ...filterBy("Épisodes", "Avec ou sans épisode", { avec: "Avec épisode", sans: "Sans épisode" }),
        where: (value) => (value === "avec" ? cameOnce : sql`not ${cameOnce}`),
      },
    },
    sorts: {
      nom: { label: "Nom", first: "asc", index: [name] },
      episodes: { label: "Épisodes", first: "desc", row: episodeCount },
      role: { label: "Rôle", first: "asc", row: sql`nullif(${role}, '')` },
      creation: { label: "Date de création", first: "desc", row: guests.createdAt },
    },
    bulkActions: {
      delete: {
        label: "Supprimer",
        icon: "trash",
        done: ["Invité supprimé", "invités supprimés"],
        failed: "Impossible de supprimer l'invité",
        link: TO_BIN,
        loss: "Leurs épisodes gardent leurs noms.",
        toBin: true,
      },
    },
  }),
  row: (guest) => ({
    details: [guest.role, countEpisodes(guest)],
    address: `/guests/${guest.slug}`,
    picture: guest.picture,
    links: [{ to: `/admin/guests/${guest.id}/merge`, label: "Fusionner", icon: "users" }],
    deletion: askDeletion({ ...guest, name: guest.title }),
  }),
  otherWords: "créer ajouter personne",
  form: guestSchema,
  store: { find: findGuest, create: createGuest, update: updateGuest, remove: deleteGuest },
  addressOf: async (_id, { slug }) => ((await findPublicGuest(slug)) ? `/guests/${slug}` : undefined),
  askDeletion,
})

type Counted = { id: number; name: string; episodeCount: number }

function askDeletion(guest: Counted): Question {
  const keep = guest.episodeCount > 1 ? "gardent" : "garde"
  const kept = guest.episodeCount > 0 ? ` ${countEpisodes(guest)} ${keep} son nom.` : ""
  return {
    question: "Êtes-vous sûr de vouloir supprimer cet invité ?",
    detail: `La fiche de « ${guest.name} » sera supprimée.${kept}`,
    toBin: "Elle",
    fields: { intent: "delete", id: String(guest.id) },
  }
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
      action: "update",
      kind: "guest",
      id: guestId,
      title: form.name,
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
    const held = await hold(tx, eq(id, guestId))
    if (!held) return false
    const item = { kind: "guest", id: guestId, title: held.name }
    await moveToBin(tx, { kind: "guest", table: guests }, item)
    await tx.delete(guests).where(eq(id, guestId))
    await record(tx, { action: "delete", ...item })
    return true
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
