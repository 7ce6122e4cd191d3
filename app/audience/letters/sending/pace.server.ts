import { eq, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { letterLanes as lanes, letterPace } from "#app/db/schema/letters.server.ts"
import type { MailFailure } from "#app/db/schema/mails.server.ts"
import type { Lease } from "./recipients.server.ts"

/** How long everybody waits once the mail server takes nothing, and each time that this is so again. */
const HOLDS_S = [5, 15, 30, 60, 120, 300, 900]

export type Pace = {
  perMinute: number
  burst: number
  connections: number
}

export const MINUTE_MS = 60_000
/** So far ahead each process takes places. */
export const AHEAD_S = 2

/**
 * Takes the next place in time, of all processes together: each is taken once, and they are a minute's share apart. How long
 * it is until then is told as a span, so that clocks may disagree; should the database's go back, places too far ahead are
 * not waited for, but all those that somebody may have taken are.
 *
 * @param perMinute 0: no places, only whether somebody may try now
 * @param burst so many may leave at once after a pause
 * @param minuteMs for tests: what counts as a minute
 * @returns after how many milliseconds the mail may leave; undefined while nobody is to try
 */
export async function takePlace({ perMinute, burst, connections }: Pace, minuteMs = MINUTE_MS) {
  const step = perMinute > 0 ? minuteMs / perMinute : 0
  const span = (steps: number) => sql`make_interval(secs => ${(steps * step) / 1_000}::float8)`
  const { rows } = await db.execute<{ wait: number }>(sql`
    insert into ${letterPace} as pace (next_at) values (now() + ${span(1)})
    on conflict (id) do update set next_at =
      greatest(least(pace.next_at, now() + ${span(connections)} + make_interval(secs => ${AHEAD_S})), now() - ${span(Math.max(0, burst - 1))}) + ${span(1)}
    where pace.held_until is null or pace.held_until <= now()
    returning extract(epoch from next_at - ${span(1)} - now())::float8 * 1000 as wait`)
  const [place] = rows
  return place && Math.max(0, place.wait)
}

/** The mail server takes nothing for now: nobody tries for a while, which is longer each time. */
export async function holdBack(failure: MailFailure) {
  const seconds = sql`(array[${sql.join(HOLDS_S, sql`, `)}]::int[])[least(pace.holds + 1, ${HOLDS_S.length})]`
  await db.execute(sql`
    insert into ${letterPace} as pace (holds, held_until, failure)
    values (1, now() + make_interval(secs => ${HOLDS_S[0]}), ${JSON.stringify(failure)}::jsonb)
    on conflict (id) do update set holds = pace.holds + 1, failure = excluded.failure,
      held_until = now() + make_interval(secs => ${seconds})
    -- Several connections may find out the same at the same time.
    where pace.held_until is null or pace.held_until <= now()`)
}

/** The mail server takes mails again. */
export async function noteTaking() {
  await db.execute(sql`update ${letterPace} set holds = 0, held_until = null, failure = null where holds > 0`)
}

/** Takes one of so many connections that all processes together may have. @returns which; undefined where none is left */
export async function takeLane(connections: number, { id, seconds }: Lease) {
  const until = sql`now() + make_interval(secs => ${seconds})`
  const { rows } = await db.execute<{ number: number }>(sql`
    insert into ${lanes} as lane (number, lease, leased_until)
    select number, ${id}::uuid, ${until} from generate_series(1, ${connections}::int) as number
    where not exists (select from ${lanes} taken where taken.number = number.number and taken.leased_until > now())
    order by number limit 1
    on conflict (number) do update set lease = excluded.lease, leased_until = excluded.leased_until
    where lane.leased_until <= now()
    returning number`)
  return rows[0]?.number
}

/** Gives a connection back, or all of this process's. */
export async function freeLane(lease: Lease, number?: number) {
  const isOurs = eq(lanes.lease, sql`${lease.id}::uuid`)
  await db.delete(lanes).where(number === undefined ? isOurs : sql`${isOurs} and ${lanes.number} = ${number}`)
}

/** Says again that this process has its connections. */
export async function renewLanes({ id, seconds }: Lease) {
  await db
    .update(lanes)
    .set({ leasedUntil: sql`now() + make_interval(secs => ${seconds})` })
    .where(eq(lanes.lease, sql`${id}::uuid`))
}
