import { existsSync } from "node:fs"
import { open, readFile, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { z } from "zod"
import { packageRoot } from "#app/kit/lib/package-root.server.ts"
import { EmbeddedDatabaseError } from "./embedded-error.ts"
import { databaseFolder, syncFolder } from "./folder.server.ts"

/** A program of the site: its folder, without symbolic links, and its number. */
const program = z.object({ folder: z.string(), version: z.string() })
const schema = z.object({
  id: z.string(),
  from: program,
  to: program,
  /**
   * `keeping`: the database is being put aside, as it is. `trying`: the new program has it to itself. `ready`: it goes well, and no
   * visitor has seen it yet. `done`: the new program is the site. `undone`: all is as before.
   */
  state: z.enum(["keeping", "trying", "ready", "done", "undone"]),
  at: z.iso.datetime(),
  /** Why it was undone. */
  reason: z.string().optional(),
})
export type Update = z.infer<typeof schema>

/** How long the database of before stays when the one who updated was killed after all went well. */
const KEPT_MS = 3_600_000

const journalOf = (dataDir: string) => join(dataDir, "update.json")

/** Where an embedded database is while a new program has a copy of it, or is on its way there. */
export const keptFolder = (dataDir: string) => `${databaseFolder(dataDir)}.before`
export const unfinishedFolder = (dataDir: string) => `${keptFolder(dataDir)}.new`
/** What the new program made of it. */
export const failedFolder = (dataDir: string) => `${databaseFolder(dataDir)}.failed`

/** The last update of a data folder, under way or not. @throws EmbeddedDatabaseError when it cannot be read */
export async function readUpdate(dataDir: string): Promise<Update | undefined> {
  const file = journalOf(dataDir)
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined
    throw error
  })
  if (text === undefined) return undefined
  const parsed = schema.safeParse(parseJson(text))
  if (!parsed.success) throw new EmbeddedDatabaseError(`${file} est abîmé : ${ASK}`)
  return parsed.data
}

/** On the disk when it returns, whole. */
export async function writeUpdate(dataDir: string, update: Update) {
  const file = journalOf(dataDir)
  const handle = await open(`${file}.new`, "w", 0o600)
  await handle.writeFile(JSON.stringify(update))
  await handle.sync().finally(() => handle.close())
  await rename(`${file}.new`, file)
  await syncFolder(dataDir)
}

/**
 * Lets the database follow the program that is about to open it: until a new one was the site, the old one finds everything as it left
 * it. Only within a turn (folder-users.server.ts).
 *
 * @param isFirst nobody has the folder open
 * @param trialOf the update by which this program is being tried
 * @throws EmbeddedDatabaseError when an update is under way, or this program has no part in it
 */
export async function settleUpdate(dataDir: string, isFirst: boolean, trialOf?: string) {
  const update = await readUpdate(dataDir)
  if (!update || update.state === "undone") return
  const isNew = packageRoot() === update.to.folder
  if (update.state === "done") {
    if (isFirst && Date.now() - Date.parse(update.at) > KEPT_MS) await forgetKept(dataDir)
    return
  }
  if (isNew && update.state === "trying" && trialOf === update.id) return
  if (isNew && update.state === "ready") return writeUpdate(dataDir, { ...update, ...now("done") })
  if (!isFirst) throw new EmbeddedDatabaseError(underWayText(update))
  if (isNew) throw new EmbeddedDatabaseError(unfinishedText(update))
  await undo(dataDir, update, "elle a été interrompue.")
}

/**
 * Puts the database of before back in its place, whatever was reached. May be called again after it was killed. Only within a turn,
 * while nobody has the folder open.
 *
 * @param reason why, in French
 */
export async function undo(dataDir: string, update: Update, reason: string) {
  if (update.state === "undone") return
  const [database, kept, failed] = [databaseFolder(dataDir), keptFolder(dataDir), failedFolder(dataDir)]
  const isWhole = existsSync(database)
  if (update.state === "keeping" && isWhole) await rm(kept, { recursive: true, force: true })
  else if (existsSync(kept)) {
    await rm(failed, { recursive: true, force: true })
    if (isWhole) await rename(database, failed)
    await rename(kept, database)
    await syncFolder(dataDir)
  }
  // What was written while the new program was the site is nobody's to throw away.
  if (update.state !== "done") await rm(failed, { recursive: true, force: true })
  await rm(unfinishedFolder(dataDir), { recursive: true, force: true })
  await writeUpdate(dataDir, { ...update, ...now("undone"), reason })
}

/** Gives the room back that the database of before takes. */
export async function forgetKept(dataDir: string) {
  for (const folder of [keptFolder(dataDir), unfinishedFolder(dataDir), failedFolder(dataDir)])
    await rm(folder, { recursive: true, force: true })
}

/** An update that has come to this now. */
export const now = (state: Update["state"]) => ({ state, at: new Date().toISOString() })

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const ASK =
  "la dernière mise à jour s’est mal passée. Effacez ce fichier si le site va bien, ou remettez une copie en place."

function underWayText({ to }: Update) {
  return `Une mise à jour vers ${to.version} est en cours : attendez qu’elle finisse.`
}

function unfinishedText({ from, to }: Update) {
  return (
    `La mise à jour vers ${to.version} n’est pas allée au bout, et les données sont encore celles de ${from.version} : ` +
    `démarrez ${join(from.folder, "cko")}, puis recommencez-la.`
  )
}
