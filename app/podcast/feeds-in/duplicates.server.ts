import { sql } from "drizzle-orm"
import type { Database } from "#app/db/client.server.ts"
import { dayInParis, titleKey } from "#app/db/schema/columns.server.ts"
import type { FeedItem } from "#app/db/schema/feed-item.ts"
import { toDay } from "#app/kit/lib/dates.ts"

/** An episode of the site that an item of a feed turns out to be. */
export type Twin = { id: number; title: string }

/**
 * Finds the episodes that items of a feed are already: by the address of their audio, now or before it was copied here, else by title (whatever its case,
 * accents and spaces) and day in Paris. Within one feed its GUIDs decide: an episode that another of its items stands for
 * is none of these, and no two items get the same.
 *
 * @param feedGuids of all items of the feed
 * @param claimed the episodes found so far; those found now are added
 * @returns by GUID
 */
export async function findTwins(
  reader: Pick<Database, "execute">,
  items: FeedItem[],
  feedGuids: Set<string>,
  claimed: Set<number>,
) {
  const candidates = await findCandidates(reader, items)
  const twins = new Map<string, Twin>()
  for (const [index, { guid }] of items.entries()) {
    const twin = candidates
      .get(index + 1)
      ?.find(({ id, guids }) => !claimed.has(id) && !guids.some((other) => feedGuids.has(other)))
    if (!twin) continue
    claimed.add(twin.id)
    twins.set(guid, twin)
  }
  return twins
}

type Candidate = Twin & { position: number; guids: string[] }

/** By position from 1, those with the same audio first. */
async function findCandidates(reader: Pick<Database, "execute">, items: FeedItem[]) {
  if (items.length === 0) return new Map<number, Candidate[]>()
  const list = (values: (string | null)[]) => sql`${sql.param(values)}::text[]`
  const audio = list(items.map(({ audioUrl }) => audioUrl))
  const titles = list(items.map(({ title }) => title))
  const days = list(items.map(({ publishedAt }) => toDay(new Date(publishedAt))))
  const { rows } = await reader.execute<Candidate>(sql`
    with wanted as (
      select audio, md5(title_key(title)) as title, day::date, position::int
      from unnest(${audio}, ${titles}, ${days}) with ordinality as w(audio, title, day, position)
    ), found as (
      select position, 1 as rank, id from wanted join episodes on md5(audio_url) = md5(audio)
      union all
      select position, 1, episode_id from wanted join file_copies on md5(source) = md5(audio)
        where part = 'sound' and source = audio
      union all
      select position, 2, id from wanted join episodes
        on ${titleKey(sql`episodes.title`)} = wanted.title and ${dayInParis(sql`published_at`)} = day
    )
    select position, id, title, array_remove(
        array(select guid from feed_items where episode_id = episodes.id) || episodes.guid, null) as guids
    from found join episodes using (id) order by rank, id`)
  return Map.groupBy(rows, ({ position }) => position)
}
