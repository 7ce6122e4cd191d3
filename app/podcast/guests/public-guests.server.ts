import { and, eq, inArray, sql } from "drizzle-orm"
import { db, preparedOnce } from "#app/db/client.server.ts"
import { frenchText } from "#app/db/french-text.server.ts"
import { type PictureRow, pictureOf, toPicture } from "#app/db/pictures.server.ts"
import { whereIsPublic } from "#app/content/published.server.ts"
import type { episodes } from "#app/db/schema/content.server.ts"
import { publicEpisodes } from "#app/db/public-episodes.server.ts"
import { episodeGuests, guests } from "#app/db/schema/guests.server.ts"
import type { Picture } from "#app/kit/lib/pictures.ts"
import { frenchSpaces } from "#app/kit/lib/french-spaces.ts"
import { type NamedPerson, nameKey } from "./names.ts"
import { findNamesakes } from "./people.server.ts"

/** A guest as a person, as visitors see them. Addresses are web addresses, or null. */
export type EpisodeGuest = {
  slug: string
  name: string
  role: string
  linkUrl: string | null
  pictureUrl: string | null
  picture: Picture | null
}

type Row = Omit<EpisodeGuest, "picture"> & { picture: PictureRow | null }

/** The people who came to an episode, in their order, as a column of a query of a table of episodes. */
export const guestsOf = (table: typeof episodes) =>
  sql<EpisodeGuest[]>`(
  select coalesce(json_agg(json_build_object('slug', g.slug, 'name', g.name, 'role', g.role,
    'linkUrl', g.link_url, 'pictureUrl', g.picture_url,
    'picture', ${pictureOf(sql`g.picture_url`)}) order by eg.position, g.id), '[]')
  from ${episodeGuests} eg join ${guests} g on g.id = eg.guest_id where eg.episode_id = ${table}.id)`.mapWith(
    (people: Row[]) =>
      people.map((guest) => ({
        ...guest,
        name: frenchSpaces(guest.name),
        role: frenchSpaces(guest.role),
        picture: guest.picture && toPicture(guest.picture),
      })),
  )

/** A guest is known to visitors as soon as an episode of theirs is. */
const isKnown = sql`exists (select from ${episodeGuests} eg join ${publicEpisodes} on ${publicEpisodes.id} = eg.episode_id
  where eg.guest_id = ${guests.id} and ${whereIsPublic(publicEpisodes)})`

/** A guest whom visitors may know of, or undefined. */
export async function findPublicGuest(slug: string) {
  const [guest] = await guestStatement().execute({ slug })
  return guest
}

/**
 * The people of a form that is not saved yet, as its episode will show them: those who are known as they are, others by their
 * names.
 */
export async function presentPeople(people: NamedPerson[]): Promise<EpisodeGuest[]> {
  const who = (await findNamesakes(db, people)).map(({ name, namesakes }) => ({
    name,
    id: namesakes.length === 1 ? (namesakes[0]?.id ?? null) : null,
  }))
  const ids = who.map(({ id }) => id).filter((id) => id !== null)
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ id: guests.id, ...columns })
          .from(guests)
          .where(inArray(guests.id, ids))
  const known = new Map(rows.map(({ id, ...guest }) => [id, guest]))
  const shown = who.flatMap(({ id, name }) => {
    const guest = id === null ? undefined : known.get(id)
    // « [awa] » alone, of somebody who is gone.
    if (!guest && name === "") return []
    // No slug is written like this.
    return [guest ?? { ...UNKNOWN, name: frenchSpaces(name), slug: `+${nameKey(name)}` }]
  })
  return [...new Map(shown.map((guest) => [guest.slug, guest])).values()]
}

const UNKNOWN = { role: "", linkUrl: null, pictureUrl: null, picture: null }

const columns = {
  slug: guests.slug,
  name: frenchText(guests.name),
  role: frenchText(guests.role),
  linkUrl: guests.linkUrl,
  pictureUrl: guests.pictureUrl,
  picture: pictureOf(guests.pictureUrl),
}

const guestStatement = preparedOnce(() =>
  db
    .select(columns)
    .from(guests)
    .where(and(eq(guests.slug, sql.placeholder("slug")), isKnown))
    .prepare("public_guest"),
)

/** The addresses of guests whom visitors may know of, with when they changed; of no more than a sitemap's share. */
export const guestAddresses = sql`select '/guests/' || ${guests.slug}, ${guests.updatedAt} from ${guests}
  where ${isKnown} order by ${guests.name}, ${guests.id} limit 1500`
