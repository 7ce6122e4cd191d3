import { setTimeout } from "node:timers/promises"
import { getTableName, inArray } from "drizzle-orm"
import { bringFromCopy } from "#app/content/bin/from-copy.server.ts"
import { itemAddress } from "#app/content/managed-type.ts"
import { managedTypes } from "#app/content/types.server.ts"
import { BackupError } from "#app/db/backup/backup-errors.server.ts"
import { readMigrations } from "#app/db/backup/catalog.server.ts"
import type { Answer, Asked, CopyContents } from "#app/db/backup/contents.server.ts"
import { db } from "#app/db/client.server.ts"
import { bin } from "#app/db/schema/bin.server.ts"
import { frenchSpaces } from "#app/kit/lib/french-spaces.ts"
import { createWorkerThread } from "#app/kit/lib/worker-thread.server.ts"
import { statCopy } from "./backups.server.ts"
import { SETTINGS_OF_COPIES } from "./settings-of-copy.server.ts"

/**
 * What can be brought back alone: what is managed, but for what has its files elsewhere (media), or is on its way to people, some
 * of whom may have left since (letters).
 */
export const bringable = () =>
  managedTypes()
    .filter(({ kind }) => kind !== "medium" && kind !== "letter")
    .map((type) => ({
      type,
      kind: type.kind,
      words: type.words,
      table: type.list.table,
      title: type.list.title,
    }))

const ask = createWorkerThread<Asked, Answer>("contents-worker", 10 * 60_000)

/** What the last copies that were looked into hold, by file and state: each is read once. */
const looked = new Map<string, Promise<Answer>>()
const MAX_LOOKED = 3
/** Most are read by then. */
const PATIENCE_MS = 2_000

/**
 * What a copy holds. Its file is read in a thread, once.
 *
 * @returns undefined where there is none of that name, `reading` while it is being read
 */
export async function lookIntoCopy(name: string): Promise<Answer | "reading" | undefined> {
  const found = await statCopy(name)
  if (!found) return undefined
  const { file, mtimeMs, size } = found
  const key = `${name} ${mtimeMs} ${size}`
  const answer = looked.get(key) ?? read(key, file)
  return Promise.race([answer, setTimeout(PATIENCE_MS, "reading" as const, { ref: false })])
}

/** The same for whoever waits for it. */
export async function readCopy(name: string): Promise<Answer | undefined> {
  const found = await lookIntoCopy(name)
  return found === "reading" ? readCopy(name) : found
}

function read(key: string, file: string) {
  const titled = Object.fromEntries(bringable().map(({ table, title }) => [getTableName(table), title.name]))
  const answer = ask({ file, titled, settings: SETTINGS_OF_COPIES }).then((read): Answer => {
    if (read && "contents" in read) return read
    // Whoever comes again has it read again.
    looked.delete(key)
    return { fault: read ? withoutPlace(read.fault, file) : UNREAD }
  })
  looked.set(key, answer)
  for (const oldest of [...looked.keys()].slice(0, -MAX_LOOKED)) looked.delete(oldest)
  return answer
}

const withoutPlace = (text: string, file: string) => frenchSpaces(text.replaceAll(file, "Ce fichier"))

const UNREAD =
  "La lecture de cette copie n’a pas abouti\u00a0: elle est trop longue, ou la mémoire manque. Restaurez-la sur une autre machine."

/** An item of a copy that the site lacks. */
export type Lacking = { kind: string; id: number; title: string; isBinned: boolean }

/** What a copy has that the site does not, the newest of each kind first. */
export async function listLacking({ titles }: CopyContents): Promise<Lacking[]> {
  const kinds = bringable()
  const binned = await db
    .select({ kind: bin.kind, id: bin.itemId })
    .from(bin)
    .where(
      inArray(
        bin.kind,
        kinds.map(({ kind }) => kind),
      ),
    )
  const inBin = new Set(binned.map(({ kind, id }) => `${kind} ${id}`))
  const found = await Promise.all(
    kinds.map(async ({ kind, table }) => {
      const there = new Set((await db.select({ id: table.id }).from(table)).map(({ id }) => id))
      return (titles[getTableName(table)] ?? [])
        .filter(({ id }) => !there.has(id))
        .toSorted((one, other) => other.id - one.id)
        .map((item) => ({ ...item, kind, isBinned: inBin.has(`${kind} ${item.id}`) }))
    }),
  )
  return found.flat()
}

/**
 * Brings one thing of a copy back into the site as it is now.
 *
 * @param name the copy's
 * @returns undefined where there is no such copy, or nothing of that kind is brought back alone; `fault` says in French what is wrong
 *   with the copy
 */
export async function bringBack(name: string, kind: string, id: number) {
  const found = await statCopy(name)
  const item = bringable().find((one) => one.kind === kind)
  if (!found || !item) return undefined
  try {
    const brought = await bringFromCopy(
      { file: found.file, name },
      { kind, table: item.table, titled: item.title, id },
    )
    return brought.outcome === "restored"
      ? { ...brought, address: itemAddress(item.type.words.path, id) }
      : brought
  } catch (error) {
    if (error instanceof BackupError)
      return { outcome: "fault" as const, fault: withoutPlace(error.message, found.file) }
    throw error
  }
}

/** Whether a copy is from before, or after, what the site is now. */
export async function compareVersions({ migrations }: CopyContents) {
  const { latest } = await readMigrations(db)
  if (migrations.latest === latest) return "same"
  return migrations.latest < latest ? "older" : "newer"
}
