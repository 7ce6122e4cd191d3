import { eq } from "drizzle-orm"
import { z } from "zod"
import { record } from "#app/db/audit.server.ts"
import { BackupError } from "#app/db/backup/backup-errors.server.ts"
import { askedName } from "#app/db/backup/copies.server.ts"
import { db } from "#app/db/client.server.ts"
import { settings } from "#app/db/schema/accounts.server.ts"
import { readSetting, writeSetting } from "#app/db/settings.server.ts"
import { wakeJob } from "#app/db/wake-job.server.ts"
import { frenchSpaces } from "#app/kit/lib/french-spaces.ts"

const askedSchema = z.object({
  name: z.string(),
  at: z.iso.datetime(),
  /** How often a process has begun it. */
  starts: z.int(),
})
export type AskedCopy = z.output<typeof askedSchema>

/** The copy that somebody asked for and that is not made yet. */
export const readAsked = () => readSetting("backup-asked", askedSchema)

/** Asks for a copy, which a job then makes. @returns false while one is asked for already */
export function askForCopy(now = new Date()) {
  return db.transaction(async (tx) => {
    const value: AskedCopy = { name: askedName(now), at: now.toISOString(), starts: 0 }
    const asked = await tx
      .insert(settings)
      .values({ name: "backup-asked", value })
      .onConflictDoNothing()
      .returning({ name: settings.name })
    if (asked.length === 0) return false
    await writeSetting(tx, "backup-failure", null)
    await record(tx, { action: "create", kind: "backup", title: value.name })
    await wakeJob(tx, "backups")
    return true
  })
}

/** Notes that a process begins it, or that it let go of it in good order. */
export async function noteStarts(asked: AskedCopy, starts: number) {
  await db
    .update(settings)
    .set({ value: { ...asked, starts } })
    .where(eq(settings.name, "backup-asked"))
}

const failureSchema = z.object({ at: z.iso.datetime(), text: z.string() })

/** Why the last copy of the site's own came to nothing, in French; undefined where it did not. */
export const readFailure = () => readSetting("backup-failure", failureSchema)

export async function noteFailure(error: unknown, now = new Date()) {
  const text = error instanceof BackupError ? frenchSpaces(error.message) : UNKNOWN
  await writeSetting(db, "backup-failure", { at: now.toISOString(), text })
}

const UNKNOWN =
  "La copie n’a pas été écrite, pour une raison que le site ne connaît pas. Son journal technique la donne."

const checkSchema = z.object({
  at: z.iso.datetime(),
  /** `postponed`: it could not be found out whether it restores. */
  outcome: z.enum(["working", "verified", "failed", "postponed"]),
  /** Why, in French, where it failed or is postponed. */
  text: z.string().optional(),
  /** How often a process has begun it. */
  starts: z.int(),
  /** How many of the library's files that it needs are not beside it; unknown where they are not copied. */
  missing: z.int().optional(),
})
/** Whether a copy was restored into an empty database, and was there what it is. */
export type CopyCheck = z.output<typeof checkSchema>

const madeSchema = z.record(
  z.string(),
  z.object({
    /** Missing of a copy that is known by its check alone. */
    rows: z.int().optional(),
    /** Of the file. */
    sha256: z.string().optional(),
    /** How many media the library had; missing of copies that were made before that was counted. */
    media: z.int().optional(),
    /** Of the library, several of each medium; missing where they are not copied, or could not be. */
    files: z.int().optional(),
    mediaBytes: z.int().optional(),
    /** How many of the files were not there, or damaged. */
    missing: z.int().optional(),
    check: checkSchema.optional(),
  }),
)
export type Made = z.output<typeof madeSchema>[string]

export type AllMade = z.output<typeof madeSchema>

/** What a row of the settings says of copies, for who reads several of them at once. */
export const parseMade = (value: unknown): AllMade => madeSchema.safeParse(value).data ?? {}

/** What copies hold, by their names. */
export const readMade = async () => (await readSetting("backups-made", madeSchema)) ?? {}

/** Tells what a copy holds, which is then to be verified, and forgets the failure before. @param names of all that there are now */
export async function noteMade(name: string, made: Made, names: string[]) {
  const known = { ...(await readMade()), [name]: made }
  await db.transaction(async (tx) => {
    await writeSetting(
      tx,
      "backups-made",
      Object.fromEntries(Object.entries(known).filter(([one]) => names.includes(one))),
    )
    await writeSetting(tx, "backup-failure", null)
    await wakeJob(tx, "backups-worker")
  })
}

/** Notes how it stands with the verification of a copy. @param known of the copy itself; without a check it is to be verified again */
export async function noteCheck(name: string, known: Pick<Made, "sha256" | "check">) {
  const made = await readMade()
  await writeSetting(db, "backups-made", { ...made, [name]: { ...made[name], ...known } })
}

/** Nothing is asked for any more: it is made, or failed. */
export const endAsking = () => writeSetting(db, "backup-asked", null)
