import { eq, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { letterLanes as slots, letterPace } from "#app/db/schema/letters.server.ts"
import type { MailFailure } from "#app/db/schema/mails.server.ts"
import type { Lease } from "./recipients.server.ts"

/** How long everybody waits once the mail server takes nothing, and each time that this is so again. */
const BACKOFFS_S = [5, 15, 30, 60, 120, 300, 900]

export type SendRate = {
  perMinute: number
  burst: number
  connections: number
}

export const MINUTE_MS = 60_000
/** So far ahead each process reserves send times. */
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
export async function reserveSendTime({ perMinute, burst, connections }: SendRate, minuteMs = MINUTE_MS) {
  const step = perMinute > 0 ? minuteMs / perMinute : 0
  const span = (steps: number) => sql`make_interval(secs => ${(steps * step) / 1_000}::float8)`
  const { rows } = await db.execute<{ wait: number }>(sql`
    insert into ${letterPace} as rate (next_at) values (now() + ${span(1)})
    on conflict (id) do update set next_at =
      greatest(least(rate.next_at, now() + ${span(connections)} + make_interval(secs => ${AHEAD_S})), now() - ${span(Math.max(0, burst - 1))}) + ${span(1)}
    where rate.held_until is null or rate.held_until <= now()
    returning extract(epoch from next_at - ${span(1)} - now())::float8 * 1000 as wait`)
  const [reserved] = rows
  return reserved && Math.max(0, reserved.wait)
}

/** The mail server takes nothing for now: nobody tries for a while, which is longer each time (backoff). */
export async function backOff(failure: MailFailure) {
  const seconds = sql`(array[${sql.join(BACKOFFS_S, sql`, `)}]::int[])[least(rate.holds + 1, ${BACKOFFS_S.length})]`
  await db.execute(sql`
    insert into ${letterPace} as rate (holds, held_until, failure)
    values (1, now() + make_interval(secs => ${BACKOFFS_S[0]}), ${JSON.stringify(failure)}::jsonb)
    on conflict (id) do update set holds = rate.holds + 1, failure = excluded.failure,
      held_until = now() + make_interval(secs => ${seconds})
    -- Several connections may find out the same at the same time.
    where rate.held_until is null or rate.held_until <= now()`)
}

/** The mail server takes mails again. */
export async function resetBackoff() {
  await db.execute(sql`update ${letterPace} set holds = 0, held_until = null, failure = null where holds > 0`)
}

/** Takes one of the slots for connections, of which all processes together have so many. @returns which; undefined where none is left */
export async function takeConnectionSlot(connections: number, { id, seconds }: Lease) {
  const until = sql`now() + make_interval(secs => ${seconds})`
  const { rows } = await db.execute<{ number: number }>(sql`
    insert into ${slots} as slot (number, lease, leased_until)
    select number, ${id}::uuid, ${until} from generate_series(1, ${connections}::int) as number
    where not exists (select from ${slots} taken where taken.number = number.number and taken.leased_until > now())
    order by number limit 1
    on conflict (number) do update set lease = excluded.lease, leased_until = excluded.leased_until
    where slot.leased_until <= now()
    returning number`)
  return rows[0]?.number
}

/** Gives back a slot, or all of this process's. */
export async function freeConnectionSlot(lease: Lease, number?: number) {
  const isOurs = eq(slots.lease, sql`${lease.id}::uuid`)
  await db.delete(slots).where(number === undefined ? isOurs : sql`${isOurs} and ${slots.number} = ${number}`)
}

/** Renews the leases of this process's slots. */
export async function renewConnectionSlots({ id, seconds }: Lease) {
  await db
    .update(slots)
    .set({ leasedUntil: sql`now() + make_interval(secs => ${seconds})` })
    .where(eq(slots.lease, sql`${id}::uuid`))
}
