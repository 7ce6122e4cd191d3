import { z } from "zod"
import type { Header } from "./backup-format.server.ts"
import { readBackup } from "./backup-reader.server.ts"

/** What a copy holds, as far as one looks into it: how much of all, what some of its rows are called, and some settings. */
export type CopyContents = Pick<Header, "createdAt" | "migrations"> & {
  /** How many rows, by table. */
  counts: Record<string, number>
  /** By table, of those asked for. */
  titles: Record<string, { id: number; title: string }[]>
  /** By name, the values of those settings that are asked for and stored. */
  settings: Record<string, unknown>
}

/** What is asked of the thread that reads copies (contents-worker.ts). */
export type Asked = { file: string } & Wanted
/** By table, the column that titles its rows; and names of settings. */
type Wanted = { titled: Record<string, string>; settings: readonly string[] }
/** What the copy holds, or why it cannot be read, in French. */
export type Answer = { contents: CopyContents } | { fault: string }

const titledSchema = z.object({ id: z.int() }).catchall(z.unknown())
const settingSchema = z.object({ name: z.string(), value: z.unknown() })

/** A podcast's titles, and no burden to hold. */
const MAX_TITLES = 50_000

/**
 * Reads a whole copy, and keeps no more of it than is wanted.
 *
 * @throws BackupError for a file that is damaged or no copy
 */
export async function readContents(file: string, { titled, settings }: Wanted): Promise<CopyContents> {
  const contents: CopyContents = {
    createdAt: "",
    migrations: { count: 0, latest: 0 },
    counts: {},
    titles: {},
    settings: {},
  }
  for await (const part of readBackup(file)) {
    if ("header" in part) {
      const { createdAt, migrations, tables } = part.header
      Object.assign(contents, { createdAt, migrations })
      for (const table of Object.keys(tables)) contents.counts[table] = 0
    } else if ("rows" in part) {
      const { table, rows } = part
      contents.counts[table] = (contents.counts[table] ?? 0) + rows.length
      if (table === "settings") {
        const named = rows.map((row) => settingSchema.parse(JSON.parse(row)))
        for (const { name, value } of named) if (settings.includes(name)) contents.settings[name] = value
      }
      const title = titled[table]
      if (title === undefined) continue
      const known = (contents.titles[table] ??= [])
      for (const row of rows.slice(0, MAX_TITLES - known.length)) {
        const { id, [title]: called } = titledSchema.parse(JSON.parse(row))
        known.push({ id, title: String(called) })
      }
    }
  }
  return contents
}
