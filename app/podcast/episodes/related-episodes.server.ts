import { desc, eq, sql } from "drizzle-orm"
import { db, preparedOnce } from "#app/db/client.server.ts"
import { publicEpisodes } from "#app/db/public-episodes.server.ts"
import { episodeGuests, guests } from "#app/db/schema/guests.server.ts"
import { cardColumns, type EpisodeCard, isPublic, selectPublished } from "./episodes.server.ts"

/** How many others with the same guests a page names. */
const MAX_OF_GUESTS = 4

/** What is said of an episode where only its name leads to it. */
export type Neighbour = Pick<EpisodeCard, "id" | "title" | "guest">

/**
 * The public episodes right before and after one in time, and the latest others with any of its guests.
 *
 * @param id of an episode, published or not
 */
export async function findRelatedEpisodes(id: number) {
  const rows = await relatedStatement().execute({ id })
  const neighbour = (relation: "earlier" | "later"): Neighbour | null => {
    const found = rows.find((row) => row.relation === relation)
    return found ? { id: found.id, title: found.title, guest: found.guest } : null
  }
  return {
    earlier: neighbour("earlier"),
    later: neighbour("later"),
    ofGuests: rows.filter((row) => row.relation === "guest").map(({ relation: _relation, ...card }) => card),
  }
}

const here = sql`(select e.published_at from ${publicEpisodes} e where e.id = ${sql.placeholder("id")})`
const place = sql`(${publicEpisodes.publishedAt}, ${publicEpisodes.id})`
const placeHere = sql`(${here}, ${sql.placeholder("id")}::int)`

/** One of the lists that make the statement, by identifiers: all of them are read in the index of that order. */
const related = sql`(
  (select 'earlier' as relation, ${publicEpisodes.id} from ${publicEpisodes} where ${isPublic} and ${place} < ${placeHere}
    order by ${publicEpisodes.publishedAt} desc, ${publicEpisodes.id} desc limit 1)
  union all
  (select 'later', ${publicEpisodes.id} from ${publicEpisodes} where ${isPublic} and ${place} > ${placeHere}
    order by ${publicEpisodes.publishedAt}, ${publicEpisodes.id} limit 1)
  union all
  (select 'guest', ${publicEpisodes.id} from ${publicEpisodes} where ${isPublic} and ${publicEpisodes.id} <> ${sql.placeholder("id")}
    and ${publicEpisodes.id} in (select other.episode_id from ${episodeGuests} own
      join ${episodeGuests} other on other.guest_id = own.guest_id where own.episode_id = ${sql.placeholder("id")})
    order by ${publicEpisodes.publishedAt} desc, ${publicEpisodes.id} desc limit ${sql.raw(`${MAX_OF_GUESTS}`)}))`

const relatedStatement = preparedOnce(() =>
  db
    .select({ ...cardColumns, relation: sql<"earlier" | "later" | "guest">`related.relation` })
    .from(sql`${related} as related`)
    .innerJoin(publicEpisodes, eq(publicEpisodes.id, sql`related.id`))
    .orderBy(desc(publicEpisodes.publishedAt), desc(publicEpisodes.id))
    .prepare("related_episodes"),
)

/** Public episodes that a guest came to, newest first. @param slug the guest's; @param offset how many to pass over */
export function listEpisodesOfGuest({
  slug,
  limit,
  offset,
}: {
  slug: string
  limit: number
  offset: number
}) {
  return selectPublished(limit, offset, ofGuest(slug))
}

const ofGuest = (slug: string) => sql`${publicEpisodes.id} in (select eg.episode_id from ${episodeGuests} eg
  join ${guests} g on g.id = eg.guest_id where g.slug = ${slug})`
