import { eq, sql } from "drizzle-orm"
import { isFeedWithheld } from "#app/base/settings/own-podcast.server.ts"
import { nextVersion } from "#app/content/versions.server.ts"
import { type AuditEntry, record } from "#app/db/audit.server.ts"
import type { Transaction } from "#app/db/client.server.ts"
import { episodes, feedItems } from "#app/db/schema/content.server.ts"
import type { FeedItem } from "#app/db/schema/feed-item.ts"
import { wakeJob } from "#app/db/wake-job.server.ts"
import { chaptersOfLines } from "#app/kit/lib/chapters.ts"
import { soundbitesOfLines } from "#app/kit/lib/soundbites.ts"
import { keepEpisodeVersions } from "../episodes/manage-episodes.server.ts"
import { linkKnown } from "../guests/guest-episodes.server.ts"
import { numberEpisodes } from "../rounds.server.ts"
import { emptyReport, type FeedField, type ImportReport, NOTHING_DONE } from "./feeds.schema.ts"
import type { Candidate, Change } from "./import-changes.server.ts"
import { type Choices, EVERYTHING, toChoices } from "./import-choices.ts"
import { BATCH, type Comparison, countInto, createComparison, isDraft } from "./import-comparison.server.ts"
import { createNumbering } from "./import-numbering.server.ts"
import { inImportOrder, type SerializedItem } from "./serialized-item.ts"
import { askFeedWords } from "./words/feed-words-queue.server.ts"

export type ImportOptions = {
  /** Bring back episodes that the hosts deleted or left out. */
  withDeleted?: boolean
  /** What the hosts made of the preview: all of it, unless told otherwise. */
  choices?: Choices
  /** What the log calls the feed, if it is remembered with its identifier; routine that changed nothing is not told. */
  source?: { title: string; id?: number; isRoutine?: boolean }
  /** Called after each batch with the number of items dealt with so far. */
  onProgress?: (done: number) => void
  /** Writes down what was done, in the same transaction; the new episodes come in the order they were made in. */
  onDone?: (tx: Transaction, report: ImportReport, createdIds: number[]) => Promise<void>
}

/** New episodes of a feed with more items are added to the search afterwards, by the site: it takes longer than all the rest. */
const INDEXED_AT_ONCE = 500

type Source = NonNullable<ImportOptions["source"]>

/**
 * Makes the episodes agree with a feed's items, all of them or (on any failure) none. A field is only overwritten
 * while it holds what the feed said last time: what the hosts edited since, and all that no feed knows (views,
 * publication), stays theirs. An episode they deleted or left out stays away; one that is there already by another way
 * (duplicates.server.ts) is linked with its item instead of made again.
 *
 * @param items unique by GUID, in any order; new episodes are created, and numbered where the feed does not, oldest first
 */
export async function importItems(
  items: SerializedItem[],
  { withDeleted = false, choices = toChoices(EVERYTHING), source, onProgress, onDone }: ImportOptions = {},
): Promise<ImportReport> {
  const inOrder = inImportOrder(items)
  const report = emptyReport()
  const createdIds: number[] = []
  const isFeedPublic = !(await isFeedWithheld())
  await numberEpisodes(async (tx) => {
    const isLarge = items.length > INDEXED_AT_ONCE
    if (isLarge) await tx.execute(sql`select set_config('cko.indexes_later', 'on', true)`)
    const compare = createComparison(items, { withDeleted, choices })
    const numbering = createNumbering(tx, items, isFeedPublic)
    for (let start = 0; start < inOrder.length; start += BATCH) {
      const batch = inOrder.slice(start, start + BATCH)
      const comparison = await compare(tx, batch)
      const chosen = choose(comparison, choices)
      createdIds.push(...(await createEpisodes(tx, chosen.fresh, numbering.numberOf)))
      await updateEpisodes(tx, chosen.changed)
      await remember(tx, chosen.leftOut)
      countInto(report, chosen)
      onProgress?.(start + batch.length)
    }
    report.remarks.unshift(...(await numbering.finish(createdIds)))
    if (isLarge && createdIds.length > 0) await wakeJob(tx, "search")
    await onDone?.(tx, report, createdIds)
    await recordImport(tx, report, source)
  })
  return report
}

/** After the episodes' own rows: read from the newest, the log tells of the whole first. */
async function recordImport(
  tx: Transaction,
  report: ImportReport,
  { isRoutine, ...feed }: Source = { title: "" },
) {
  const { created, linked, updated, unchanged, skipped } = report
  if (isRoutine && created + linked + updated === 0) return
  const after = { created, linked, updated, unchanged, skipped: skipped.length }
  const before = { ...NOTHING_DONE, skipped: 0 }
  await record(tx, { action: "import", kind: "feed", ...feed, before, after })
}

async function createEpisodes(
  tx: Transaction,
  candidates: Chosen[],
  numberOf: ReturnType<typeof createNumbering>["numberOf"],
) {
  if (candidates.length === 0) return []
  const rows: (typeof episodes.$inferInsert & { id?: number })[] = []
  for (const candidate of candidates) {
    const { item, guest } = candidate
    const publishedAt = new Date(item.publishedAt)
    const isPublished = !isDraft(candidate)
    rows.push({
      ...item,
      ...billing(guest ?? item.guest),
      ...(await numberOf(item, !isPublished)),
      isPublished,
      publishedAt,
      chapters: chaptersOfLines(item.chapters ?? ""),
      soundbites: soundbitesOfLines(item.soundbites ?? ""),
    })
  }
  const { id: episodeId, guid: itsGuid, guest: itsGuest } = episodes
  const largest = Math.max(0, ...rows.map(({ id }) => id ?? 0))
  // Those that bring none get theirs beyond.
  if (largest > 0)
    await tx.execute(sql`
      select setval(pg_get_serial_sequence('episodes', 'id'), greatest(nextval(pg_get_serial_sequence('episodes', 'id')), ${largest}))`)
  const created = await tx
    .insert(episodes)
    .overridingSystemValue()
    .values(rows)
    .returning({ id: episodeId, guid: itsGuid, guest: itsGuest })
  await linkKnown(tx, created)
  const ids = new Map(created.map(({ guid, id }) => [guid, id]))
  const made = candidates.map((candidate) => ({ ...candidate, episodeId: ids.get(candidate.item.guid) }))
  await remember(tx, made)
  await askFeedWords(tx, made)
  await record(
    tx,
    ...rows.map(({ guid, title, guest, season, number, publishedAt, isPublished }): AuditEntry => ({
      action: "create",
      kind: "episode",
      id: ids.get(guid ?? ""),
      title,
      after: { guest, season, number, publishedAt, ...(!isPublished && { isPublished }) },
    })),
  )
  return created.map(({ id }) => id)
}

async function updateEpisodes(tx: Transaction, changes: ChosenChange[]) {
  await remember(tx, changes)
  await askFeedWords(tx, changes)
  const ids = changes.map(({ episodeId }) => episodeId)
  await keepEpisodeVersions(tx, ids, true)
  const deeds: AuditEntry[] = []
  const named: { id: number; guest: string }[] = []
  for (const { episodeId, item, fields, twin, guest, before } of changes) {
    const said = Object.fromEntries(fields.map((field) => [field, valueOf(item, field)]))
    const values: Record<string, unknown> = {
      ...said,
      ...(fields.includes("guest") && billing(item.guest)),
      ...(guest !== undefined && billing(guest)),
    }
    // The GUID by which podcast apps know it, unless they know it by another already.
    const guid = twin !== undefined && { guid: sql`coalesce(${episodes.guid}, ${item.guid})` }
    if (!guid && Object.keys(values).length === 0) continue
    await tx
      .update(episodes)
      .set({ ...values, ...guid, ...nextVersion(episodes) })
      .where(eq(episodes.id, episodeId))
    if (typeof values.guest === "string") named.push({ id: episodeId, guest: values.guest })
    const were = Object.entries(before).filter(([field]) => field in values)
    const title = fields.includes("title") ? item.title : before.title
    const changed = { before: Object.fromEntries(were), after: values }
    deeds.push({ action: "update", kind: "episode", id: episodeId, title, ...changed })
  }
  await linkKnown(tx, named)
  await keepEpisodeVersions(tx, ids)
  await record(tx, ...deeds)
}

/** As an episode has it. */
function valueOf(item: FeedItem, field: FeedField) {
  if (field === "publishedAt") return new Date(item.publishedAt)
  if (field === "chapters") return chaptersOfLines(item.chapters ?? "")
  return field === "soundbites" ? soundbitesOfLines(item.soundbites ?? "") : item[field]
}

function billing(guest: string) {
  return { guest, hasNoGuest: guest === "" }
}

async function remember(tx: Transaction, rows: (Candidate & { episodeId?: number })[]) {
  if (rows.length === 0) return
  await tx
    .insert(feedItems)
    .values(rows.map(({ item, digest, episodeId }) => ({ guid: item.guid, digest, item, episodeId })))
    .onConflictDoUpdate({
      target: feedItems.guid,
      set: {
        episodeId: sql`excluded.episode_id`,
        digest: sql`excluded.digest`,
        item: sql`excluded.item`,
        importedAt: sql`now()`,
      },
    })
}

/** `guest`: as the host corrected it; undefined where that of the feed stands. */
type Chosen = Candidate & { guest?: string }
type ChosenChange = Omit<Change, "guest"> & { guest?: string }

/**
 * What the hosts' choices leave of a comparison. An episode that is not taken is left out for good, like one that was
 * deleted; an update that is not taken leaves the episode as it is, and what differs belongs to the hosts from then on.
 */
function choose({ fresh, changed, ...rest }: Comparison, choices: Choices) {
  const isLeft = (candidate: Candidate) => !choices.isTaken(candidate)
  const corrected = <Item extends Candidate>(candidate: Item) => ({
    ...candidate,
    guest: choices.guestOf(candidate),
  })
  const isTwin = ({ twin }: Change) => twin !== undefined
  return {
    ...rest,
    fresh: fresh.filter(choices.isTaken).map(corrected),
    changed: changed
      .filter((change) => !isTwin(change) || choices.isTaken(change))
      .map((change): ChosenChange =>
        choices.isTaken(change) ? corrected(change) : { ...change, fields: [], guest: undefined },
      ),
    leftOut: [...fresh, ...changed.filter(isTwin)]
      .filter(isLeft)
      .map(({ item, digest }): Candidate => ({ item, digest })),
  }
}
