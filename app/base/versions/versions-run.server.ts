import { sql } from "drizzle-orm"
import { z } from "zod"
import { db } from "#app/db/client.server.ts"
import { settings } from "#app/db/schema/accounts.server.ts"
import { readSetting, type SettingName } from "#app/db/settings.server.ts"
import { version } from "#package"

const NAME = "versions-run" satisfies SettingName
/** Some years of them. */
const MOST = 50
const runSchema = z.array(z.object({ version: z.string(), at: z.coerce.date() }))

/** Notes that this version runs from now on, unless it is the one that ran last. Any number of processes may do it at once. */
export async function noteVersion(running = version) {
  const entry = sql`jsonb_build_array(jsonb_build_object('version', ${running}::text, 'at', now()))`
  const known = sql`${settings.value}`
  await db.execute(sql`
    insert into ${settings} (name, value) values (${NAME}, ${entry})
    on conflict (name) do update set updated_at = now(),
      value = case when jsonb_array_length(${known}) >= ${MOST} then ${known} - 0 else ${known} end || excluded.value
    where ${known} -> -1 ->> 'version' is distinct from ${running}`)
}

/** Since when this version runs, where that was noted, and those that ran here before, the newest first. */
export async function findRun(running = version) {
  const all = (await readSetting(NAME, runSchema)) ?? []
  const at = all.findLastIndex((one) => one.version === running)
  return { since: all[at]?.at, earlier: all.slice(0, at === -1 ? undefined : at).reverse() }
}
