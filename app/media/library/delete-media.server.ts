import { eq, inArray, sql } from "drizzle-orm"
import { type Deed, record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { settings } from "#app/db/schema/accounts.server.ts"
import { drafts } from "#app/db/schema/drafts.server.ts"
import { media, mediaFiles, mediaUses } from "#app/db/schema/media.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { getStore } from "../store/store.server.ts"
import { draftNames, settingNames } from "./uses.server.ts"

/**
 * Deletes those of these media that nothing names, with their files.
 *
 * @returns how many there were of each: deleted ones, and those that stay because they are used or being worked on
 */
export async function deleteUnusedMedia(ids: number[]) {
  const { paths, ...counts } = await db.transaction(async (tx) => {
    const found = await holdMedia(tx, ids)
    const idle = found.filter(({ isUsed, isBusy }) => !isUsed && !isBusy)
    return { deleted: idle.length, kept: found.length - idle.length, paths: await remove(tx, idle) }
  })
  await removeFiles(paths)
  return counts
}

/** Deletes a medium with its files, whatever names it. @returns false when there is no such medium, or it is being worked on */
export async function deleteMedium(id: number) {
  const paths = await db.transaction(async (tx) => {
    const [found] = await holdMedia(tx, [id])
    if (!found || found.isBusy) return undefined
    // Kept pages show it no longer.
    if (found.isUsed) await tx.execute(sql`select pg_notify('cko_pages', 'all')`)
    return remove(tx, [found])
  })
  await removeFiles(paths ?? [])
  return paths !== undefined
}

type Held = Awaited<ReturnType<typeof holdMedia>>[number]

/** Those of these media that exist, as they are until the transaction ends. */
async function holdMedia(tx: Transaction, ids: number[]) {
  // In the order in which a content that is saved takes them, so that neither waits for the other.
  await tx
    .select({ id: mediaUses.mediumId })
    .from(mediaUses)
    .where(inArray(mediaUses.mediumId, ids))
    .orderBy(mediaUses.source, mediaUses.rowId, mediaUses.mediumId)
    .for("update")
  const held = await tx
    .select({
      id: media.id,
      title: media.title,
      kind: media.kind,
      isBusy: sql<boolean>`${media.state} = 'working' and coalesce(${media.leasedUntil} > now(), false)`,
    })
    .from(media)
    .where(inArray(media.id, ids))
    .orderBy(media.id)
    .for("update")
  // Asked once nobody can use them anew.
  const used = await tx
    .select({ id: media.id })
    .from(media)
    .where(
      sql`${inArray(media.id, ids)} and (exists (select from ${mediaUses} where ${mediaUses.mediumId} = ${media.id})
        or exists (select from ${drafts} where ${draftNames(media.key)})
        or exists (select from ${settings} where ${settingNames(media.key)}))`,
    )
  const usedIds = new Set(used.map(({ id }) => id))
  return held.map((medium) => ({ ...medium, isUsed: usedIds.has(medium.id) }))
}

/** @returns where the store has their files */
async function remove(tx: Transaction, held: Held[]) {
  if (held.length === 0) return []
  const ids = held.map(({ id }) => id)
  const files = await tx
    .select({ path: mediaFiles.path })
    .from(mediaFiles)
    .where(inArray(mediaFiles.mediumId, ids))
  for (const { id } of held) await tx.delete(media).where(eq(media.id, id))
  await record(
    tx,
    ...held.map(({ id, title }) => ({ action: "delete", kind: "medium", id, title }) satisfies Deed),
  )
  return files.map(({ path }) => path)
}

/** After the transaction: a file that nothing leads to does no harm, a medium without its files would. */
async function removeFiles(paths: string[]) {
  const store = paths.length > 0 ? getStore() : undefined
  for (const path of paths) {
    await store
      ?.remove(path)
      .catch((error: unknown) => log.error(error, `file of a deleted medium not removed: ${path}`))
  }
}
