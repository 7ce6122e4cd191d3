import { type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import { db, type Transaction } from "#app/db/client.server.ts"
import { readSetting } from "#app/db/settings.server.ts"
import { settings } from "#app/db/schema/accounts.server.ts"

const time = z.coerce.date().nullable()

/** What is known of a hub; a state of the feed goes by its `Last-Modified`. */
const hubSchema = z.object({
  hub: z.string(),
  /** The state that the hub knows of, and the one of which it was to be told last. */
  told: z.string().nullable(),
  tried: z.string().nullable(),
  toldAt: time,
  triedAt: time,
  code: z.string().nullable(),
  /** Since it was told last. */
  failures: z.number(),
  dueAt: time,
  /** Hosts asked for it to be told now. */
  askedAt: z.string().nullable(),
  leasedUntil: time,
})

/** Who tells it has this long; after that it was killed, and anybody may. */
const LEASE = sql`interval '2 minutes'`
/** Times further ahead than any that is written here are those of a clock that has been put back since. */
const AHEAD = sql`now() + interval '2 days'`
const NAME = "feed-hub"

const timeOf = (field: string) => sql`(${settings.value} ->> ${sql.raw(`'${field}'`)})::timestamptz`
/** By the clock rather than by the statement's start, which may lie before that of the one it waited for. */
const isLeased = sql`coalesce(${timeOf("leasedUntil")} between clock_timestamp() and clock_timestamp() + ${LEASE}, false)`
const isDue = sql<boolean>`coalesce(${timeOf("dueAt")} <= now() or ${timeOf("dueAt")} > ${AHEAD}, false)`

const freshState = (hub: string) =>
  sql`jsonb_build_object('hub', ${hub}::text, 'told', null, 'tried', null, 'toldAt', null, 'triedAt', null, 'code', null,
    'failures', 0, 'dueAt', null, 'askedAt', null, 'lease', null, 'leasedUntil', null)`

/** What is known of this hub; of another one that was chosen before, nothing. */
export async function findHubState(hub: string) {
  const state = await readSetting(NAME, hubSchema)
  return state?.hub === hub ? state : undefined
}

/** Puts values over what is known of a hub, which begins anew with another one. @returns nothing where `where` is not so */
async function write(on: Pick<Transaction, "execute">, hub: string, values: SQL, where = sql`true`) {
  const { rows } = await on.execute<{ value: unknown; isDue: boolean }>(sql`
    insert into ${settings} (name, value) values (${NAME}, ${freshState(hub)} || ${values})
    on conflict (name) do update set updated_at = now(),
      value = case when ${settings.value} ->> 'hub' = ${hub} then ${settings.value} else ${freshState(hub)} end || ${values}
    where ${where}
    returning ${settings.value} as value, ${isDue} as "isDue"`)
  const [row] = rows
  return row && { ...hubSchema.parse(row.value), isDue: row.isDue }
}

/** Takes a hub, so that no other process tells it meanwhile; undefined where one does. */
export async function takeHub(hub: string) {
  const lease = crypto.randomUUID()
  const values = sql`jsonb_build_object('lease', ${lease}::text, 'leasedUntil', now() + ${LEASE})`
  const state = await write(db, hub, values, sql`not ${isLeased}`)
  return state && { ...state, lease }
}
export type TakenHub = NonNullable<Awaited<ReturnType<typeof takeHub>>>

/** Gives a hub back that knows of everything. */
export const giveBackHub = (taken: TakenHub) => settle(taken, sql`'{}'::jsonb`)

/** Writes down that it knows of a state of the feed. */
export function settleTold(taken: TakenHub, version: string, code: string) {
  return settle(
    taken,
    sql`jsonb_build_object('told', ${version}::text, 'tried', ${version}::text, 'toldAt', now(), 'triedAt', now(),
      'code', ${code}::text, 'failures', 0, 'dueAt', null)`,
  )
}

/** Writes down that it could not be told, and when to try again. */
export function settleFailed(taken: TakenHub, version: string, code: string, delaySeconds: number) {
  return settle(
    taken,
    sql`jsonb_build_object('tried', ${version}::text, 'triedAt', now(), 'code', ${code}::text,
      'failures', ${taken.failures + 1}::int, 'dueAt', now() + make_interval(secs => ${delaySeconds}))`,
  )
}

/** What hosts ask for while it is told is done after that. */
async function settle({ lease, askedAt }: TakenHub, values: SQL) {
  const answered = sql`case when ${settings.value} ->> 'askedAt' is not distinct from ${askedAt}::text
    then '{"askedAt": null}'::jsonb else '{}'::jsonb end`
  await db.execute(sql`update ${settings} set updated_at = now(),
      value = ${settings.value} || ${answered} || '{"lease": null, "leasedUntil": null}' || ${values}
    where name = ${NAME} and ${settings.value} ->> 'lease' = ${lease}`)
}

/** Asks for a hub to be told now, whatever it knows. */
export async function askToTell(tx: Transaction, hub: string) {
  await write(tx, hub, sql`jsonb_build_object('askedAt', now())`)
}

/**
 * Whether a hub has to be told of something, as far as that is quickly known: because of an earlier failure, a process that was
 * killed over it, or a state of the feed that somebody has seen.
 */
export async function isTellingDue(hub: string) {
  const { rows } = await db.execute<{ isDue: boolean }>(sql`
    select ${isDue} or ${settings.value} ->> 'askedAt' is not null or ${settings.value} ->> 'hub' <> ${hub}
      or (${settings.value} ->> 'leasedUntil' is not null and not ${isLeased})
      or ${settings.value} ->> 'tried' is distinct from (select value ->> 'at' from ${settings} where name = 'feed-state')
      as "isDue"
    from ${settings} where name = ${NAME}`)
  return rows[0]?.isDue ?? true
}
