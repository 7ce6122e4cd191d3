import { sql } from "drizzle-orm"
import type { Database } from "#app/db/client.server.ts"
import { fileCopies } from "#app/db/schema/copies.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"

/** What of an episode may lie elsewhere: by part, its address. */
const PARTS = sql`lateral (values ('sound', ${episodes}.audio_url), ('picture', ${episodes}.thumbnail_url))
  as p (part, source)`

/** An address of another host; an absolute one of the site itself leads here already. */
const isElsewhere = () =>
  sql`p.source ~* '^https?://' and not starts_with(p.source, ${`${getSettings().publicUrl}/`})
    and p.source !~* ${YOUTUBE}`

/** Pictures that follow from a film's address: nobody put them there. */
const YOUTUBE = String.raw`^https?://(i\d?|img)\.(ytimg|youtube)\.com/`

/**
 * Lets every file wait that lies elsewhere, those of the newest episodes first; of starter contents none.
 *
 * @param isAsked also what a host took back, and what was copied and then changed
 * @returns how many wait now that did not
 */
export async function enterCopies(on: Pick<Database, "execute">, { isAsked }: { isAsked: boolean }) {
  const again = isAsked
    ? sql`do update set state = case when excluded.source = ${fileCopies}.source and ${fileCopies}.medium_id is not null
          then 'preparing' else 'waiting' end,
        medium_id = case when excluded.source = ${fileCopies}.source then ${fileCopies}.medium_id end,
        source = excluded.source, host = excluded.host, failure = '', is_doubtful = false, attempts = 0,
        received = 0, total = null, etag = null, last_modified = null, due_at = now()
      where ${fileCopies}.state in ('done', 'undone')`
    : sql`do nothing`
  const { rowCount } = await on.execute(sql`
    insert into ${fileCopies} (episode_id, part, source, host)
    select ${episodes}.id, p.part, p.source, lower(substring(p.source from '^[^:]+://(?:[^/?#]*@)?([^/?#]*)'))
    from ${episodes} cross join ${PARTS}
    where ${isElsewhere()} and not ${episodes}.is_starter
    order by ${episodes}.published_at desc, ${episodes}.id desc, p.part desc
    on conflict (episode_id, part) ${again}`)
  return rowCount ?? 0
}

/** How many files of episodes lie elsewhere, by part. */
export async function countElsewhere(on: Pick<Database, "execute">) {
  const { rows } = await on.execute<{ sounds: number; pictures: number }>(sql`
    select count(*) filter (where p.part = 'sound')::int as sounds,
      count(*) filter (where p.part = 'picture')::int as pictures
    from ${episodes} cross join ${PARTS} where ${isElsewhere()} and not ${episodes}.is_starter`)
  return rows[0] ?? { sounds: 0, pictures: 0 }
}
