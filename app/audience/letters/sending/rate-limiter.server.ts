import { setTimeout as sleep } from "node:timers/promises"
import { sql } from "drizzle-orm"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { letterPace } from "#app/db/schema/letters.server.ts"
import type { MailFailure } from "#app/db/schema/mails.server.ts"

const MINUTE_MS = 60_000
/** A send time that is missed by more than this is lost: nothing is made up for after a pause. */
const LATE_S = 2
/** An idle connection is not kept for longer: mail servers hang up. */
const LONG_MS = 15_000
/** How long everybody waits once the mail server takes nothing, and each time that this is so again. */
const BACKOFFS_S = [5, 15, 30, 60, 120, 300, 900]

type Options = { signal: AbortSignal; minuteMs?: number }

/** That one mail may leave now; `done` when the mail server has answered. */
type Permit = { done: () => void }

/**
 * Keeps the sender's mails within the rate limit: however late some are, within any minute, from one mail's end to another's beginning,
 * there are never more than are set.
 */
export function createRateLimiter({ signal, minuteMs = MINUTE_MS }: Options) {
  /** When the last mails left, as many as a minute may have. */
  let left: { at: number }[] = []
  let queue: Promise<unknown> = Promise.resolve()

  const acquire = async (onLong: () => Promise<void>): Promise<Permit | undefined> => {
    const { perMinute, burst, connections } = siteSettings().letters
    const waitMs = await reserveSendTime({ perMinute, burst, connections }, minuteMs)
    if (waitMs === undefined) return undefined
    const max = perMinute + Math.max(0, burst - 1)
    left = perMinute > 0 ? left.slice(-max) : []
    const aMinuteAgo = left.length === max ? left[0] : undefined
    // By this process's own clock, which does not jump.
    const at = Math.max(performance.now() + waitMs, aMinuteAgo ? aMinuteAgo.at + minuteMs : 0)
    if (at - performance.now() > LONG_MS) await onLong()
    const ms = at - performance.now()
    // A timer may be a moment early.
    if (ms > 0) await sleep(Math.ceil(ms) + 1, undefined, { signal }).catch(() => {})
    if (signal.aborted) return undefined
    const mine = { at: performance.now() }
    left.push(mine)
    return { done: () => void (mine.at = performance.now()) }
  }

  return {
    /**
     * Waits until a mail may leave.
     *
     * @param onLong called when that takes a while
     * @returns undefined while nobody is to send
     */
    acquire(onLong: () => Promise<void>) {
      const mine = queue.then(() => (signal.aborted ? undefined : acquire(onLong)))
      queue = mine.catch(() => {})
      return mine
    },
  }
}

type SendRate = {
  perMinute: number
  burst: number
  connections: number
}

/**
 * Takes the next send time, which outlives the process: each is taken once, and they are a minute's share apart. How long it is
 * until then is told as a span, so that clocks may disagree; should the database's go back, send times too far ahead are not
 * waited for, but all those that a connection may wait for are.
 *
 * @param perMinute 0: no send times, only whether somebody may try now
 * @param burst so many may leave at once after a pause
 * @param minuteMs for tests: what counts as a minute
 * @returns after how many milliseconds the mail may leave; undefined while nobody is to try
 */
export async function reserveSendTime({ perMinute, burst, connections }: SendRate, minuteMs = MINUTE_MS) {
  const step = perMinute > 0 ? minuteMs / perMinute / 1_000 : 0
  const seconds = (count: number) => sql`make_interval(secs => ${count}::float8)`
  const saved = Math.max(0, burst - 1) * step
  const { rows } = await db.execute<{ wait: number }>(sql`
    insert into ${letterPace} as rate (next_at) values (now() + ${seconds(step)})
    on conflict (id) do update set next_at = ${seconds(step)} + case
      when rate.next_at < now() - ${seconds(Math.max(LATE_S, saved))} then now() - ${seconds(saved)}
      else least(rate.next_at, now() + ${seconds(connections * step)}) end
    where rate.held_until is null or rate.held_until <= now()
    returning extract(epoch from next_at - ${seconds(step)} - now())::float8 * 1000 as wait`)
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
