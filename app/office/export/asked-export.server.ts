import { randomUUID } from "node:crypto"
import { and, eq, sql } from "drizzle-orm"
import { z } from "zod"
import { record } from "#app/db/audit.server.ts"
import { type Database, db } from "#app/db/client.server.ts"
import { settings } from "#app/db/schema/accounts.server.ts"
import { readSetting, writeSetting } from "#app/db/settings.server.ts"
import { wakeJob } from "#app/db/wake-job.server.ts"
import { EXPORT_FORMATS, type ExportFormat, FORMAT_NAMES } from "./formats.ts"

const choicesSchema = z.object({
  format: z.enum(FORMAT_NAMES).default("archive"),
  /** Subscribers, messages, and who comments. */
  hasPersonalData: z.boolean(),
  /** The library's files. */
  hasMedia: z.boolean(),
})
/** What somebody wants in an archive. */
export type ExportChoices = z.output<typeof choicesSchema>

const askedSchema = choicesSchema.extend({
  id: z.uuid(),
  /** Of the file that it becomes. */
  name: z.string(),
  at: z.iso.datetime(),
  /** How often a process has begun it. */
  starts: z.int(),
  /** Contents are counted in lines and files, media in bytes. */
  progress: z.object({ step: z.enum(["contents", "media"]), done: z.number(), total: z.number() }).optional(),
})
export type AskedExport = z.output<typeof askedSchema>

/** The archive that somebody asked for and that is not made yet. */
export const readAskedExport = () => readSetting("export-asked", askedSchema)

/** Asks for an archive, which the backups worker then makes. @returns false while one is asked for already */
export function askForExport(choices: ExportChoices, now = new Date()) {
  return db.transaction(async (tx) => {
    const value: AskedExport = {
      ...choices,
      ...{ id: randomUUID(), name: archiveName(choices.format, now), at: now.toISOString(), starts: 0 },
    }
    const asked = await tx
      .insert(settings)
      .values({ name: "export-asked", value })
      .onConflictDoNothing()
      .returning({ name: settings.name })
    if (asked.length === 0) return false
    await writeSetting(tx, "export-failure", null)
    const { format, hasPersonalData: personalData, hasMedia: library } = choices
    const after = { exportedFor: EXPORT_FORMATS[format].label, personalData, library }
    await record(tx, { action: "create", kind: "archive", title: value.name, after })
    await wakeJob(tx, "backups-worker")
    return true
  })
}

/** « archive-2026-11-26-140532.zip », of this moment in UTC. */
export const archiveName = (format: ExportFormat, now: Date) =>
  `${format}-${now.toISOString().slice(0, 19).replace("T", "-").replaceAll(":", "")}.${EXPORT_FORMATS[format].extension}`

/** Whether a file is called so. */
export const isArchiveName = (name: string) =>
  /^(?:(?:archive|ghost)-\d{4}-\d{2}-\d{2}-\d{6}\.zip|wordpress-\d{4}-\d{2}-\d{2}-\d{6}\.xml)$/.test(name)

const isStill = ({ id }: AskedExport) =>
  and(eq(settings.name, "export-asked"), sql`${settings.value} ->> 'id' = ${id}`)

/** Notes how far it is. @returns false where nobody wants it any more */
export async function noteExport(asked: AskedExport) {
  const noted = await db
    .update(settings)
    .set({ value: asked })
    .where(isStill(asked))
    .returning({ name: settings.name })
  return noted.length > 0
}

/** Nobody wants it any more; who makes it hears of that at its next note. @returns false where none was asked for */
export function cancelExport() {
  return db.transaction(async (tx) => {
    const [cancelled] = await tx
      .delete(settings)
      .where(eq(settings.name, "export-asked"))
      .returning({ value: settings.value })
    if (!cancelled) return false
    const { data } = askedSchema.safeParse(cancelled.value)
    await record(tx, { action: "cancel", kind: "archive", title: data?.name })
    return true
  })
}

const failureSchema = z.object({ at: z.iso.datetime(), text: z.string() })

/** Why the last archive came to nothing, in French; undefined where it did not. */
export const readExportFailure = () => readSetting("export-failure", failureSchema)

/** It came to nothing. @param text why, in French */
export async function failExport(asked: AskedExport, text: string, now = new Date()) {
  await db.transaction(async (tx) => {
    const ended = await tx.delete(settings).where(isStill(asked)).returning({ name: settings.name })
    if (ended.length > 0) await writeSetting(tx, "export-failure", { at: now.toISOString(), text })
  })
}

const madeSchema = choicesSchema.extend({
  name: z.string(),
  /** Of the lines of each kind, how many there are. */
  counts: z.record(z.string(), z.int()),
  /** How many of the library's files. */
  files: z.int(),
  /** How many of them are not there, or damaged, with the first of their titles. */
  missing: z.object({ count: z.int(), titles: z.array(z.string()) }),
})
export type MadeExport = z.output<typeof madeSchema>

/** What the last archive holds. */
export const readMadeExport = () => readSetting("export-made", madeSchema)

/** It is made. @returns false where nobody wanted it any more */
export function endExport(asked: AskedExport, made: MadeExport) {
  return db.transaction(async (tx) => {
    const ended = await tx.delete(settings).where(isStill(asked)).returning({ name: settings.name })
    if (ended.length === 0) return false
    await writeSetting(tx, "export-made", made)
    return true
  })
}

/** What the archive of this name holds is of no interest any more. */
export const forgetMade = (on: Pick<Database, "delete">, name: string) =>
  on
    .delete(settings)
    .where(and(eq(settings.name, "export-made"), sql`${settings.value} ->> 'name' = ${name}`))
