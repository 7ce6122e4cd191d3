import { and, eq, sql } from "drizzle-orm"
import type { PgUpdateSetSource } from "drizzle-orm/pg-core"
import { ADVISORY_LOCKS } from "#app/db/advisory-locks.ts"
import { db } from "#app/db/client.server.ts"
import { fileCopies } from "#app/db/schema/copies.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"

/** Who has taken a copy says so again while bytes come; after that its process was killed, and it is anybody's again. */
const LEASE = sql`now() + interval '2 minutes'`
/** In the whole database, of as many hosts. */
const MAX_AT_ONCE = 2
/** So many may wait for the media worker: hosts' own uploads do not wait behind hundreds. */
const MAX_AHEAD = 3

/** A file that this process copies, and what was known of it before. */
export type TakenCopy = NonNullable<Awaited<ReturnType<typeof takeCopy>>>

/**
 * Takes the next file, of a host that no other process fetches from: at most two at a time, one of each host. Nothing while
 * enough waits for the media worker.
 */
export async function takeCopy() {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.fileCopies})`)
    const { rows } = await tx.execute<{ id: number }>(sql`
      with taken as (select host from ${fileCopies} where state = 'working' and leased_until > now())
      select id from ${fileCopies}
      where (state = 'waiting' or state = 'working' and coalesce(leased_until, '-infinity') <= now()) and due_at <= now()
        and host not in (select host from taken)
        and (select count(*) from taken) < ${MAX_AT_ONCE}
        and (select count(*) from ${fileCopies} where state = 'preparing') < ${MAX_AHEAD}
      order by id limit 1`)
    const [next] = rows
    if (!next) return undefined
    const [copy] = await tx
      .update(fileCopies)
      .set({ state: "working", lease: sql`gen_random_uuid()`, leasedUntil: LEASE })
      .where(eq(fileCopies.id, next.id))
      .returning()
    const [episode] = await tx
      .select({ title: episodes.title, audioUrl: episodes.audioUrl, thumbnailUrl: episodes.thumbnailUrl })
      .from(episodes)
      .where(eq(episodes.id, copy?.episodeId ?? 0))
    if (copy?.part === "text") return { ...copy, title: nameOf(copy.source), current: copy.source }
    if (!copy || !episode) return undefined
    const current = copy.part === "sound" ? episode.audioUrl : episode.thumbnailUrl
    return { ...copy, title: episode.title, current }
  })
}

/** What a picture of a text is called: the last part of its address. */
function nameOf(source: string) {
  const last = new URL(source).pathname.split("/").at(-1) ?? ""
  try {
    return decodeURIComponent(last) || "image"
  } catch {
    // Not as UTF-8 has it.
    return last
  }
}

type Held = Pick<TakenCopy, "id" | "lease">
type Values = PgUpdateSetSource<typeof fileCopies>

const isHeld = ({ id, lease }: Held) =>
  and(eq(fileCopies.id, id), eq(fileCopies.lease, lease ?? ""), eq(fileCopies.state, "working"))

/** Notes how far a copy is. @returns false when it was given up, or paused, or is another process's */
export async function renewCopy(copy: Held, values: Values = {}) {
  const { rowCount } = await db
    .update(fileCopies)
    .set({ ...values, leasedUntil: LEASE })
    .where(
      and(
        isHeld(copy),
        sql`exists (select from settings where name = 'file-copying' and (value ->> 'isOn')::boolean)`,
      ),
    )
  return rowCount === 1
}

/** Ends what this process does with a copy. @returns false when it is no longer its own */
export async function leaveCopy(copy: Held, values: Values = {}) {
  const { rowCount } = await db
    .update(fileCopies)
    .set({ state: "waiting", lease: null, leasedUntil: null, updatedAt: sql`now()`, ...values })
    .where(isHeld(copy))
  return rowCount === 1
}

/** Forgets a copy whose episode has another file by now. */
export async function dropCopy(copy: Held) {
  await db.delete(fileCopies).where(isHeld(copy))
}

/** A host that asked for a pause is left alone, with all its files. */
export async function restHost(host: string, seconds: number) {
  await db
    .update(fileCopies)
    .set({ dueAt: sql`now() + make_interval(secs => ${seconds})` })
    .where(and(eq(fileCopies.host, host), eq(fileCopies.state, "waiting")))
}
