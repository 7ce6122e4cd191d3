import { sql } from "drizzle-orm"
import { episodeGuests, episodes, guests } from "#app/db/schema/content.server.ts"
import { frenchSpaces } from "#app/lib/french-spaces.ts"

/** A guest as a person, as visitors see them. Addresses are web addresses, or null. */
export type EpisodeGuest = {
  slug: string
  name: string
  role: string
  linkUrl: string | null
  pictureUrl: string | null
}

/** The people who came to an episode, in their order, as a column of a query of episodes. */
export const guestsOfEpisode = sql<EpisodeGuest[]>`(
  select coalesce(json_agg(json_build_object('slug', g.slug, 'name', g.name, 'role', g.role,
    'linkUrl', g.link_url, 'pictureUrl', g.picture_url) order by eg.position, g.id), '[]')
  from ${episodeGuests} eg join ${guests} g on g.id = eg.guest_id where eg.episode_id = ${episodes}.id)`.mapWith(
  (people: EpisodeGuest[]) =>
    people.map((guest) => ({
      ...guest,
      name: frenchSpaces(guest.name),
      role: frenchSpaces(guest.role),
    })),
)
