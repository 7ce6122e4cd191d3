import { z } from "zod"

// A backup is a gzip of lines of JSON: a header; batches of rows, each announced by a line that names their table and
// number, then a line each, as PostgreSQL wrote them; where the sequences stand; the outbox's files; and a footer.

export const FORMAT = "cko-backup"
/** Goes up when an older site could no longer read what a newer one writes. */
export const VERSION = 1

/** What the header of any version says. */
export const formatSchema = z.object({ format: z.literal(FORMAT), version: z.number() })

export const headerSchema = formatSchema.extend({
  createdAt: z.iso.datetime(),
  /** How many migrations were applied, and when (in milliseconds) the newest of them was written. */
  migrations: z.object({ count: z.number(), latest: z.number() }),
  /** The columns of each table, by its name. */
  tables: z.record(z.string(), z.array(z.string())),
})
export type Header = z.infer<typeof headerSchema>

/** Of one batch; what names more was not written here. */
export const MAX_BATCH_ROWS = 5_000
/** Far more than any row or mail is, and no burden to read. */
export const MAX_LINE_BYTES = 64 * 2 ** 20

const batchSchema = z.object({ table: z.string(), rows: z.int().positive().max(MAX_BATCH_ROWS) })
const sequenceSchema = z.object({
  sequence: z.string(),
  /** As text, since it may be more than JavaScript's numbers hold; null while no number was ever taken. */
  last: z.string().regex(/^\d+$/).nullable(),
})
/** A name without folders: whatever made the file, it must not write elsewhere. */
const mailSchema = z.object({ mail: z.string().regex(/^[\w-][\w.-]*\.eml$/), content: z.base64() })
/** The digest is of all lines before it. */
const footerSchema = z.object({ rows: z.number(), mails: z.number(), sha256: z.string() })
export const lineSchema = z.union([batchSchema, sequenceSchema, mailSchema, footerSchema])

export type Sequence = z.infer<typeof sequenceSchema>
export type Mail = z.infer<typeof mailSchema>

export function toLine(
  value: Header | z.infer<typeof batchSchema> | Sequence | Mail | z.infer<typeof footerSchema>,
) {
  return `${JSON.stringify(value)}\n`
}

/** How far a backup or restore is, in the unit of `total`. */
export type Progress = { step: "backup" | "check" | "restore" | "media"; done: number; total: number }
