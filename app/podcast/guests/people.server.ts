import { asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm"
import { db, type Transaction } from "#app/db/client.server.ts"
import { titleKey } from "#app/db/schema/columns.server.ts"
import { episodeGuests, guests } from "#app/db/schema/guests.server.ts"
import { joinNames, nameKey, type NamedPerson } from "./names.ts"

/** Somebody of an episode's form: known, or (with neither number nor slug) to be made. */
export type Person = { id: number | null; name: string; slug: string | null }
export type KnownPerson = Person & { id: number; slug: string }

/** The people of an episode, in their order. */
export function listPeopleOf(episodeId: number, reader: Pick<Transaction, "select"> = db) {
  return reader
    .select({ id: guests.id, name: guests.name, slug: guests.slug })
    .from(episodeGuests)
    .innerJoin(guests, eq(guests.id, episodeGuests.guestId))
    .where(eq(episodeGuests.episodeId, episodeId))
    .orderBy(asc(episodeGuests.position), asc(guests.id))
}

/** The newest people, by name: those whom an episode's form proposes. */
export async function listKnownPeople() {
  const rows = await db
    .select({ name: guests.name, slug: guests.slug })
    .from(guests)
    .orderBy(desc(guests.id))
    .limit(MAX_PROPOSED)
  return rows.toSorted((a, b) => a.name.localeCompare(b.name, "fr"))
}

const MAX_PROPOSED = 1_000

/**
 * Who the people of a form are: by their slug, else by their name.
 *
 * @returns each once, in their order, or the name that several people have as `ambiguous`
 */
export async function identify(
  tx: Transaction,
  people: NamedPerson[],
): Promise<{ people: Person[]; ambiguous?: undefined } | { ambiguous: string }> {
  const found = new Map<string, Person>()
  for (const { name, namesakes } of await findNamesakes(tx, people)) {
    if (namesakes.length > 1) return { ambiguous: name }
    const [person = { id: null, name, slug: null }] = namesakes
    // « [awa] » alone, of somebody who is gone.
    if (person.name !== "") found.set(person.slug ?? nameKey(person.name), person)
  }
  return { people: [...found.values()] }
}

/** Of each person who may be meant: who has the slug, else all who have the name. */
export async function findNamesakes(reader: Pick<Transaction, "execute" | "select">, people: NamedPerson[]) {
  const slugs = people.flatMap(({ slug }) => slug ?? [])
  const bySlug = new Map(
    (await find(reader, inArray(guests.slug, slugs), slugs)).map((one) => [one.slug, one]),
  )
  const unknown = people.filter(({ slug }) => slug === null || !bySlug.has(slug)).map(({ name }) => name)
  const byName = await findByNames(reader, unknown)
  return people.map(({ name, slug }) => {
    const known = (slug !== null && bySlug.get(slug)) || undefined
    return { name, namesakes: known ? [known] : (byName.get(name) ?? []) }
  })
}

/** By name as it was asked for, all who have it (case, accents and spaces apart). */
export async function findByNames(reader: Pick<Transaction, "execute">, names: string[]) {
  if (names.length === 0) return new Map<string, KnownPerson[]>()
  const { rows } = await reader.execute<{ asked: string; id: number; name: string; slug: string }>(sql`
    select asked, id, name, slug from unnest(${sql.param([...new Set(names)])}::text[]) as asked
    join guests on ${titleKey(sql`guests.name`)} = md5(title_key(asked)) order by id`)
  return Map.groupBy(rows, ({ asked }) => asked)
}

/** What an episode's guest is called: as typed, else by the names of its people. */
export function billingOf(guest: string, people: { name: string }[]) {
  return guest || joinNames(people.map(({ name }) => name))
}

async function find(reader: Pick<Transaction, "select">, where: SQL, asked: string[]) {
  if (asked.length === 0) return []
  return reader.select({ id: guests.id, name: guests.name, slug: guests.slug }).from(guests).where(where)
}
