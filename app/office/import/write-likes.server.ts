import { sql } from "drizzle-orm"
import { importedThings } from "#app/db/schema/imports.server.ts"
import { likes } from "#app/db/schema/visitors.server.ts"
import { markDone, type Run, step, takeThings } from "./run.server.ts"
import type { LikeThing } from "./things.ts"

const BATCH = 1_000
const MAX_SESSION = 100

/** Lets episodes that an import made have the likes that they had there, each once; those here before keep what visitors here said. */
export function createLikeWriter(run: Run) {
  return () =>
    step(run, async (tx) => {
      const taken = await takeThings<LikeThing>(tx, run.id, "like", { after: 0, limit: BATCH })
      if (taken.length === 0) return "done"
      const column = (of: (thing: LikeThing) => string) => sql.param(taken.map(({ thing }) => of(thing)))
      await tx.execute(sql`
        insert into ${likes} (episode_id, session_id, created_at)
        select i.row_id, l.session, coalesce(nullif(l.at, '')::timestamptz, now())
        from unnest(${column(({ of }) => of)}::text[], ${column(({ session }) => session.slice(0, MAX_SESSION))}::text[],
            ${column(({ at }) => at ?? "")}::text[]) as l("of", session, at)
          join ${importedThings} i on i.source = ${run.source} and i.kind = 'text' and i.source_id = l."of"
            and i.target = 'episode' and i.import_id is not null
          join episodes on episodes.id = i.row_id
        on conflict do nothing`)
      await markDone(
        tx,
        run.id,
        "like",
        taken.map(({ sourceId }) => sourceId),
      )
      return "more"
    })
}
