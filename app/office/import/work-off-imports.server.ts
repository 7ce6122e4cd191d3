import { and, eq, sql } from "drizzle-orm"
import { type Actor, actAs } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { importedThings, imports } from "#app/db/schema/imports.server.ts"
import { beginEmpty } from "#app/db/starter/starter.server.ts"
import { wakeJob } from "#app/db/wake-job.server.ts"
import { MAX_ATTEMPTS, LEASE_SECONDS, RETRY_SECONDS, whileLeased } from "#app/kit/lib/leases.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { copyAlso } from "#app/podcast/migration/copies/copying.server.ts"
import { createArchiveWriter } from "./archive/write-archive.server.ts"
import { countAnew } from "./count-anew.server.ts"
import { isWaiting } from "./imports-waiting.server.ts"
import { ImportError } from "./import-error.ts"
import { endImport } from "./imports.server.ts"
import { createTextLinker } from "./link-texts.server.ts"
import { dropFiles, readImport } from "./read-import.server.ts"
import { loadRun, type Step, step } from "./run.server.ts"
import { createPartWriter } from "./parts/write-parts.server.ts"
import { dropList } from "./take-list.server.ts"
import { undoImport } from "./undo-import.server.ts"
import { createAccountWriter } from "./write-accounts.server.ts"
import { createCommentWriter } from "./write-comments.server.ts"
import { createEpisodeWriter } from "./write-episodes.server.ts"
import { createGuestWriter } from "./write-guests.server.ts"
import { createLikeWriter } from "./write-likes.server.ts"
import { createRedirectWriter, createRuleWriter } from "./write-rules.server.ts"
import { createTextWriter } from "./write-texts.server.ts"

/** Who the log says did it. */
const IMPORTER: Actor = { id: null, name: "import d’un site", role: null }

type Beat = { signal: AbortSignal; onBeat: () => void }
type Leased = { id: number; state: "reading" | "running" | "undoing"; lease: string; attempts: number }

/**
 * Does all that imports wait for: reads, writes, takes back. Any number of processes may do this at once, and be killed.
 *
 * @param id of the only one that is worked at
 */
export function workOffImports(beat: Beat, id?: number) {
  return actAs(IMPORTER, async () => {
    while (!beat.signal.aborted) {
      const leased = await leaseImport(id)
      if (!leased) return
      await whileLeased(
        () => renew(leased),
        () => workOn(leased, beat),
      )
    }
  })
}

let current: Leased | undefined

/** Leaves the import that is worked on to another process, as if nobody had tried. */
export async function giveBackImport() {
  if (current)
    await db
      .update(imports)
      .set({ lease: null, leasedUntil: null, attempts: sql`greatest(attempts - 1, 0)` })
      .where(isOurs(current))
}

async function leaseImport(id?: number) {
  const isMeant = id === undefined ? sql`true` : sql`id = ${id}`
  const { rows } = await db.execute<Leased>(sql`
    update ${imports} set attempts = attempts + 1, lease = gen_random_uuid(),
      leased_until = ${leasedNow}
    where id = (select id from ${imports} where ${isWaiting} and ${isMeant} order by id limit 1 for update skip locked)
    returning id, state, lease, attempts`)
  current = rows[0]
  return current
}

async function workOn(leased: Leased, beat: Beat) {
  const { id, state, attempts } = leased
  try {
    if (attempts > MAX_ATTEMPTS) throw new ImportError(GIVEN_UP)
    if (state === "reading") await readImport(id, beat)
    else if (state === "undoing") await undoImport(id, beat.signal)
    else await writeImport(id, beat)
    if (!beat.signal.aborted) await release(leased)
  } catch (error) {
    if (beat.signal.aborted) return
    if (error instanceof ImportError) await fail(leased, error.message)
    else {
      log.error({ err: error, import: id }, "import failed")
      await db
        .update(imports)
        .set({ lease: null, leasedUntil: sql`now() + make_interval(secs => ${RETRY_SECONDS})` })
        .where(isOurs(leased))
    }
  }
}

/** What was written stays, and can be taken back; what was only read goes. */
async function fail({ id, state }: Leased, failure: string) {
  if (state === "reading") await dropFiles(id)
  await db.transaction(async (tx) => {
    if (state === "reading") await dropList(tx, id)
    await endImport(tx, id, state === "reading" ? "failed" : "done", { failure })
  })
}

async function writeImport(id: number, { signal, onBeat }: Beat) {
  await beginEmpty()
  const all = async (some: () => Promise<Step>) => {
    for (;;) {
      const outcome = await some()
      onBeat()
      if (outcome !== "more") return outcome
      if (signal.aborted) return "stopped"
    }
  }
  const begun = await loadRun(id)
  if (!begun || (await all(createArchiveWriter(begun))) === "stopped") return
  if ((await all(createAccountWriter(begun))) === "stopped") return
  // Texts are of accounts that came with them.
  const run = await loadRun(id)
  if (!run || (await all(createEpisodeWriter(run))) === "stopped") return
  if ((await all(createGuestWriter(run))) === "stopped") return
  if ((await all(createTextWriter(run))) === "stopped") return
  await countAnew(importedThings)
  if ((await all(createCommentWriter(run))) === "stopped") return
  if ((await all(createPartWriter(run))) === "stopped") return
  if ((await all(createLikeWriter(run))) === "stopped") return
  if ((await all(createRuleWriter(run))) === "stopped") return
  if ((await all(createRedirectWriter(run))) === "stopped") return
  if ((await all(await createTextLinker(run))) === "stopped") return
  if (run.choices.copies) await copyAlso()
  // A host may have ended it by now.
  await step(run, async (tx) => {
    await endImport(tx, id, "done")
    await wakeJob(tx, "search")
    return "done"
  })
}

type Held = Pick<Leased, "id" | "lease">
const isOurs = ({ id, lease }: Held) => and(eq(imports.id, id), eq(imports.lease, lease))

/** Until when who begins something now has it. */
export const leasedNow = sql`now() + make_interval(secs => ${LEASE_SECONDS})`

/** Keeps an import from other processes. */
export async function renew(held: Held) {
  await db.update(imports).set({ leasedUntil: leasedNow }).where(isOurs(held))
}

/** Leaves an import to whoever does something with it next. */
export async function release(leased: Held) {
  await db.update(imports).set({ lease: null, leasedUntil: null, attempts: 0 }).where(isOurs(leased))
}

const GIVEN_UP =
  "L’import s’est arrêté trois fois au même endroit. Ce qui est déjà écrit est resté\u00a0; le journal technique du site dit pourquoi."
