import { desc, eq, sql } from "drizzle-orm"
import { db, preparedOnce } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
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

const here = sql`(select e.published_at from ${episodes} e where e.id = ${sql.placeholder("id")})`
const place = sql`(${episodes.publishedAt}, ${episodes.id})`
const placeHere = sql`(${here}, ${sql.placeholder("id")}::int)`

/** One of the lists that make the statement, by identifiers: all of them are read in the index of that order. */
const related = sql`(
  (select 'earlier' as relation, ${episodes.id} from ${episodes} where ${isPublic} and ${place} < ${placeHere}
    order by ${episodes.publishedAt} desc, ${episodes.id} desc limit 1)
  union all
  (select 'later', ${episodes.id} from ${episodes} where ${isPublic} and ${place} > ${placeHere}
    order by ${episodes.publishedAt}, ${episodes.id} limit 1)
  union all
  (select 'guest', ${episodes.id} from ${episodes} where ${isPublic} and ${episodes.id} <> ${sql.placeholder("id")}
    and ${episodes.id} in (select other.episode_id from ${episodeGuests} own
      join ${episodeGuests} other on other.guest_id = own.guest_id where own.episode_id = ${sql.placeholder("id")})
    order by ${episodes.publishedAt} desc, ${episodes.id} desc limit ${sql.raw(`${MAX_OF_GUESTS}`)}))`

const relatedStatement = preparedOnce(() =>
  db
    .select({ ...cardColumns, relation: sql<"earlier" | "later" | "guest">`related.relation` })
    .from(sql`${related} as related`)
    .innerJoin(episodes, eq(episodes.id, sql`related.id`))
    .orderBy(desc(episodes.publishedAt), desc(episodes.id))
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

const ofGuest = (slug: string) => sql`${episodes.id} in (select eg.episode_id from ${episodeGuests} eg
  join ${guests} g on g.id = eg.guest_id where g.slug = ${slug})`
