import { eq, inArray, sql } from "drizzle-orm"
import { nextVersion } from "#app/content/versions.server.ts"
import { type AuditEntry, record } from "#app/db/audit.server.ts"
import type { Transaction } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { episodeGuests, guests } from "#app/db/schema/guests.server.ts"
import { contains } from "#app/db/search.server.ts"
import { toSlug } from "#app/kit/lib/slugs.ts"
import { nameKey, partsOf, renameIn, splitNames } from "./names.ts"
import { findByNames, type KnownPerson, type Person } from "./people.server.ts"

// Only inside `numberEpisodes`: what people and episodes have in common is written by one at a time.

/** Makes these the people of an episode, and those who are new known to the site. */
export async function setPeople(tx: Transaction, episodeId: number, people: Person[], before: Person[]) {
  const ids: number[] = []
  for (const { id, name } of people) ids.push(id ?? (await addGuest(tx, name)))
  if (ids.join() === before.map(({ id }) => id).join()) return
  await link(tx, [{ episodeId, guestIds: ids }])
}

async function addGuest(tx: Transaction, name: string) {
  const slug = await freeSlug(tx, name)
  const [made] = await tx.insert(guests).values({ name, slug }).returning({ id: guests.id })
  if (!made) throw new Error("the row was not inserted")
  await linkNamesakes(tx, { id: made.id, name })
  await record(tx, { action: "create", kind: "guest", id: made.id, title: name, after: { name, slug } })
  return made.id
}

/** `awa`, or `awa-2` where somebody else has that. */
async function freeSlug(tx: Transaction, name: string) {
  const base = toSlug(name).slice(0, 180).replace(/-$/, "") || "invite"
  const rows = await tx
    .select({ slug: guests.slug })
    .from(guests)
    .where(sql`${guests.slug} = ${base} or ${guests.slug} like ${`${base}-%`}`)
  const taken = new Set(rows.map(({ slug }) => slug))
  let number = 1
  const slug = () => (number === 1 ? base : `${base}-${number}`)
  while (taken.has(slug())) number += 1
  return slug()
}

type One = { id: number; name: string }

/** Writes another name in all episodes of a person. @returns the episodes that it stood in */
export async function renameInEpisodes(tx: Transaction, guestId: number, from: string, to: string) {
  const rows = await tx
    .select({ id: episodes.id, title: episodes.title, guest: episodes.guest })
    .from(episodes)
    .innerJoin(episodeGuests, eq(episodeGuests.episodeId, episodes.id))
    .where(eq(episodeGuests.guestId, guestId))
    .orderBy(episodes.id)
  const deeds: AuditEntry[] = []
  for (const { id, title, guest } of rows) {
    const renamed = renameIn(guest, from, to)
    if (renamed === guest) continue
    await tx
      .update(episodes)
      .set({ guest: renamed, ...nextVersion(episodes) })
      .where(eq(episodes.id, id))
    const changed = { before: { guest }, after: { guest: renamed } }
    deeds.push({ action: "update", kind: "episode", id, title, ...changed })
  }
  await record(tx, ...deeds)
  return deeds.map(({ id }) => Number(id))
}

/** Gives one person's episodes to another. */
export async function moveEpisodes(tx: Transaction, one: One, other: One) {
  await renameInEpisodes(tx, one.id, one.name, other.name)
  // In an episode of both, the other's place stays.
  await tx.execute(sql`
    update episode_guests as moved set guest_id = ${other.id} where guest_id = ${one.id}
    and not exists (select from episode_guests where guest_id = ${other.id} and episode_id = moved.episode_id)`)
}

/** Links the episodes that name somebody who has just become known, unless somebody else has that name. */
export async function linkNamesakes(tx: Transaction, { id, name }: One) {
  const namesakes = await findByNames(tx, [name])
  if (namesakes.get(name)?.length !== 1) return
  const rows = await tx
    .select({ id: episodes.id, guest: episodes.guest })
    .from(episodes)
    .where(contains(episodes.searchText, name))
    .orderBy(episodes.id)
    .limit(MAX_LINKED)
  const links = rows.flatMap(({ id: episodeId, guest }) => {
    const place = [guest, ...partsOf(guest)].findIndex((one) => nameKey(one) === nameKey(name))
    return place < 0 ? [] : [{ episodeId, guestId: id, position: Math.max(0, place - 1) }]
  })
  if (links.length > 0) await tx.insert(episodeGuests).values(links).onConflictDoNothing()
}

const MAX_LINKED = 5_000

/**
 * Makes those who are known by the names in episodes' guests their people, in the place of all before; a name that several
 * have is nobody's.
 */
export async function linkKnown(tx: Transaction, rows: { id: number; guest: string }[]) {
  const known = await findByNames(tx, [...new Set(rows.flatMap(({ guest }) => splitNames(guest)))])
  await link(
    tx,
    rows.map(({ id, guest }) => ({ episodeId: id, guestIds: recognise(guest, known).map((one) => one.id) })),
  )
}

/** Those who are known by the names in an episode's guest; of namesakes the one whom the episode has already. */
export async function findNamed(tx: Transaction, guest: string, before: KnownPerson[]) {
  const known = await findByNames(tx, splitNames(guest))
  for (const [name, namesakes] of known) {
    const own = namesakes.filter(({ id }) => before.some((person) => person.id === id))
    if (own.length > 0) known.set(name, own)
  }
  return recognise(guest, known)
}

/** Replaces episodes' people. */
async function link(tx: Transaction, all: { episodeId: number; guestIds: number[] }[]) {
  const episodeIds = all.map(({ episodeId }) => episodeId)
  if (episodeIds.length > 0)
    await tx.delete(episodeGuests).where(inArray(episodeGuests.episodeId, episodeIds))
  const links = all.flatMap(({ episodeId, guestIds }) =>
    guestIds.map((guestId, position) => ({ episodeId, guestId, position })),
  )
  if (links.length > 0) await tx.insert(episodeGuests).values(links)
}

/** All of the guest as one name, or else its parts. */
function recognise(guest: string, known: Map<string, KnownPerson[]>) {
  const only = (name: string) => {
    const namesakes = known.get(name) ?? []
    return namesakes.length === 1 ? namesakes : []
  }
  const [whole = "", ...parts] = splitNames(guest)
  const found = only(whole)
  return found.length > 0 ? found : [...new Map(parts.flatMap(only).map((one) => [one.id, one])).values()]
}
