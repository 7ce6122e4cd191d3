import { desc, eq, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { imports } from "#app/db/schema/imports.server.ts"
import { subscriberImports } from "#app/db/schema/newsletter.server.ts"
import { formatLongDate } from "#app/kit/lib/dates.ts"
import { NO_SITE } from "#app/kit/lib/imported-tables.ts"

const SHOWN = 5

/** What came from other sites so far, newest first, and the lists of people that came along and wait to be taken up. */
export async function listArrived() {
  const [sites, lists] = await Promise.all([listSites(), listWaitingLists()])
  return { sites, lists }
}

async function listSites() {
  const { id, name, source, endedAt } = imports
  const found = await db
    .select({ id, name, source, endedAt })
    .from(imports)
    // Without choices it was a list only.
    .where(sql`${imports.state} = 'done' and ${imports.choices} is not null`)
    .orderBy(desc(imports.createdAt), desc(id))
    .limit(SHOWN)
  return found.map((site) => ({
    id: site.id,
    from: site.source === "" || site.source.endsWith(NO_SITE) ? site.name : site.source,
    endedOn: site.endedAt ? formatLongDate(site.endedAt) : "",
  }))
}

function listWaitingLists() {
  const { id, name, rowCount, doubleCount, invalidCount } = subscriberImports
  return db
    .select({ id, name, people: sql<number>`${rowCount} - ${doubleCount} - ${invalidCount}` })
    .from(subscriberImports)
    .innerJoin(imports, eq(imports.listId, id))
    .where(eq(subscriberImports.state, "read"))
    .orderBy(desc(imports.createdAt), desc(id))
    .limit(SHOWN)
}
