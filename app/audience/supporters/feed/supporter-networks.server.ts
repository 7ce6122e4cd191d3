import { createHmac } from "node:crypto"
import { sql } from "drizzle-orm"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { isUnavailable } from "#app/db/errors.server.ts"
import { supporterNetworks, supporters } from "#app/db/schema/supporters.server.ts"
import { getDailySecret } from "#app/db/secrets.server.ts"

/** Of a feed that is everywhere no more are written, a day. */
const MOST_A_DAY = 100
/** For how long hosts see it. */
const SHOWN_DAYS = 7

/**
 * Notes from which network somebody's feed, or a sound of theirs, was asked for: as a digest that nobody can trace back the day after.
 *
 * @param network the client's (server/client-address.ts)
 */
export async function noteNetwork(supporterId: number, network: string, now = new Date()) {
  await note(supporterId, network, now.toISOString().slice(0, 10)).catch((error: unknown) => {
    // Nobody hears less because nothing can be counted.
    if (!isUnavailable(error)) throw error
  })
}

async function note(supporterId: number, network: string, day: string) {
  const digest = createHmac("sha256", await getDailySecret("supporter-networks", day))
    .update(`${supporterId}:${network}`)
    .digest("base64url")
    .slice(0, 22)
  await db.execute(sql`insert into ${supporterNetworks} (supporter_id, day, network)
    select id, ${day}, ${digest} from ${supporters} where id = ${supporterId}
      and (select count(*) from ${supporterNetworks} n where n.supporter_id = ${supporterId} and n.day = ${day}) < ${MOST_A_DAY}
    on conflict do nothing`)
}

const days = sql`from ${supporterNetworks} n where n.supporter_id = ${supporters}.id and n.day > current_date - ${SHOWN_DAYS}::int
  group by n.day`

/** From how many networks a supporter's feed was asked for on the day of the last week that has most of them. */
export const networksADay = sql<number | null>`(select max(count) from (select count(*)::int ${days}) d)`

/** Whether these are more than hosts find usual. */
export const areTooMany = () =>
  sql`exists (select ${days} having count(*) > ${siteSettings().support.maxNetworks}::int)`

/** Forgets what hosts are not shown any more. */
export async function forgetOldNetworks() {
  await db.execute(sql`delete from ${supporterNetworks} where day <= current_date - ${SHOWN_DAYS}::int`)
}
