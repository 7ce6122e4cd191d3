import { eq, sql } from "drizzle-orm"
import { z } from "zod"
import { db, type Transaction } from "#app/db/client.server.ts"
import { settings } from "#app/db/schema/accounts.server.ts"
import { readSetting, writeSetting } from "#app/db/settings.server.ts"

const NAME = "letter-returns"
/** Who reads has this long; after that it was killed, and anybody may. */
export const LEASE_MS = 180_000
const LOOK_MS = 300_000
const LONGEST_DELAY_MS = 3_600_000

const time = z.coerce.date().nullable()
const stateSchema = z.object({
  /** What is known of another mailbox says nothing of this one. */
  mailbox: z.string(),
  /** Numbers of mails count as long as this stays the same (RFC 3501, 2.3.1.1). */
  uidValidity: z.string(),
  lastUid: z.number(),
  lookedAt: time,
  /** When bounces were found last, and how many in all. */
  foundAt: time,
  found: z.number(),
  /** Why the last looks failed, in codes, and how many. */
  failure: z.object({ code: z.string() }).nullable(),
  failures: z.number(),
  dueAt: time,
  lease: z.string().nullable(),
  leasedUntil: time,
})
export type MailboxState = z.infer<typeof stateSchema>

const freshState = (mailbox: string): MailboxState => ({
  mailbox,
  uidValidity: "",
  lastUid: 0,
  lookedAt: null,
  foundAt: null,
  found: 0,
  failure: null,
  failures: 0,
  dueAt: null,
  lease: null,
  leasedUntil: null,
})

/** What is known of this mailbox; undefined before the first look. */
export async function findMailboxState(mailbox: string) {
  const state = await readSetting(NAME, stateSchema)
  return state?.mailbox === mailbox ? state : undefined
}

/** Takes the mailbox, so that no other process reads it meanwhile; undefined where one does, or it is not due yet. */
export function takeMailbox(mailbox: string) {
  return change(mailbox, (state, now) => {
    if (isAhead(state.leasedUntil, now, LEASE_MS) || isAhead(state.dueAt, now, LONGEST_DELAY_MS))
      return undefined
    return { lease: crypto.randomUUID(), leasedUntil: new Date(now.getTime() + LEASE_MS) }
  })
}
export type TakenMailbox = NonNullable<Awaited<ReturnType<typeof takeMailbox>>>

/** Notes how far it is read. @returns false where somebody else has taken it since */
export async function noteProgress(
  { mailbox, lease }: TakenMailbox,
  read: Pick<MailboxState, "uidValidity" | "lastUid"> & { found: number },
) {
  const noted = await change(mailbox, (state, now) => {
    if (state.lease !== lease) return undefined
    const { found, ...place } = read
    return {
      ...place,
      ...(found > 0 && { found: state.found + found, foundAt: now }),
      leasedUntil: new Date(now.getTime() + LEASE_MS),
    }
  })
  return noted !== undefined
}

/** Gives it back. @param code of why it could not be read; @param isMore whether there is more to read at once */
export async function giveBackMailbox({ mailbox, lease }: TakenMailbox, code: string | null, isMore = false) {
  await change(mailbox, (state, now) => {
    if (state.lease !== lease) return undefined
    const failures = code === null ? 0 : state.failures + 1
    const delay = isMore ? 0 : Math.min(LOOK_MS * 2 ** Math.max(0, failures - 1), LONGEST_DELAY_MS)
    return {
      failure: code === null ? null : { code },
      failures,
      lookedAt: now,
      lease: null,
      leasedUntil: null,
      dueAt: new Date(now.getTime() + delay),
    }
  })
}

/** Lets it be read at the next look. */
export async function askForLook(tx: Transaction, mailbox: string) {
  await write(tx, mailbox, () => ({ dueAt: null }))
}

/** Times further ahead than any that is written here are those of a clock that has been put back since. */
function isAhead(at: Date | null, now: Date, longest: number) {
  const ms = (at?.getTime() ?? 0) - now.getTime()
  return ms > 0 && ms <= longest
}

type Change = (state: MailboxState, now: Date) => Partial<MailboxState> | undefined

function change(mailbox: string, decide: Change) {
  return db.transaction((tx) => write(tx, mailbox, decide))
}

/** One process after the other, by the database's clock. @returns the state as it then is; undefined where nothing changes */
async function write(tx: Transaction, mailbox: string, decide: Change) {
  await tx
    .insert(settings)
    .values({ name: NAME, value: freshState(mailbox) })
    .onConflictDoNothing()
  const [row] = await tx
    .select({ value: settings.value, now: sql`clock_timestamp()`.mapWith((at: string) => new Date(at)) })
    .from(settings)
    .where(eq(settings.name, NAME))
    .for("update")
  const parsed = stateSchema.safeParse(row?.value)
  const state = parsed.success && parsed.data.mailbox === mailbox ? parsed.data : freshState(mailbox)
  const changed = decide(state, row?.now ?? new Date())
  if (!changed) return undefined
  const next = { ...state, ...changed }
  await writeSetting(tx, NAME, next)
  return next
}
