import { and, eq, inArray, sql } from "drizzle-orm"
import { db, type Transaction } from "#app/db/client.server.ts"
import { isRefusal } from "#app/db/errors.server.ts"
import { episodes, feedItems } from "#app/db/schema/content.server.ts"
import type { FeedItem } from "#app/db/schema/feed-item.ts"
import { imports, importThings } from "#app/db/schema/imports.server.ts"
import { episodeCounts } from "#app/db/schema/visitors.server.ts"
import type { ImportReport } from "#app/kit/lib/imports.ts"
import { oneLine } from "#app/kit/lib/typed-text.ts"
import { importItems } from "#app/podcast/feeds-in/import.server.ts"
import { type SerializedItem, serializeItem } from "#app/podcast/feeds-in/serialized-item.ts"
import { readTranscript } from "#app/podcast/transcripts/formats/read-transcript.ts"
import { enterTranscript } from "#app/podcast/transcripts/manage-transcripts.server.ts"
import { joinNames } from "#app/podcast/guests/names.ts"
import {
  isRunning,
  knownThings,
  markDone,
  readReport,
  remark,
  rememberThings,
  type Run,
  type Step,
  tellRefused,
} from "./run.server.ts"
import type { Sound, TextThing } from "./things.ts"

type Heard = TextThing & { sound: Sound }
type Entry = { thing: Heard; digest: string }
const IS_EPISODE = sql`thing -> 'sound' <> 'null'`

/**
 * Makes episodes of an import's texts with a sound, some at each call in the order that feeds are imported in, and by the way that these
 * are: numbers, guests and the log are as there, and what a feed brought before, by GUID, sound, or title and day, is the same episode,
 * which the feed goes on to own.
 */
export function createEpisodeWriter(run: Run) {
  return async (): Promise<Step> => {
    if (!(await isRunning(run))) return "stopped"
    const entries = await loadSome(run.id)
    if (entries.length === 0) return "done"
    await writeEpisodes(run, entries)
    return "more"
  }
}

/** Of those that the database refuses, only the single one is left out: each half is tried for itself. */
async function writeEpisodes(run: Run, entries: Entry[]): Promise<void> {
  const { isFree, ...sorted } = await db.transaction((tx) => sortOut(tx, run, entries))
  const items = sorted.toWrite.map((entry) => toItem(run, entry.thing, isFree))
  const finish = (tx: Transaction, createdIds: number[]) => settle(tx, run, sorted, new Set(createdIds))
  try {
    if (items.length === 0) return await db.transaction((tx) => finish(tx, []))
    await importItems(items, {
      source: { title: run.source },
      onDone: (tx, _report, createdIds) => finish(tx, createdIds),
    })
  } catch (error) {
    if (!isRefusal(error)) throw error
    const half = Math.ceil(entries.length / 2)
    if (entries.length === 1) return leaveOut(run, entries, error)
    await writeEpisodes(run, entries.slice(0, half))
    await writeEpisodes(run, entries.slice(half))
  }
}

function leaveOut(run: Run, entries: Entry[], error: unknown) {
  return db.transaction(async (tx) => {
    const report = await readReport(tx, run.id)
    for (const { thing } of entries) tellRefused(report, thing, "episode", error)
    const ids = entries.map(({ thing }) => thing.id)
    await markDone(tx, run.id, "text", ids)
    await tx.update(imports).set({ report, attempts: 0 }).where(eq(imports.id, run.id))
  })
}

/** First those that bring their numbers, then the oldest: as feeds are (`inImportOrder`). */
async function loadSome(importId: number) {
  const { rows } = await db.execute<Entry>(sql`
    select thing, digest from (
      select thing, digest, place, sum(octet_length(thing::text)) over (order by place) - octet_length(thing::text) as before from (
        select thing, digest, row_number() over (order by thing -> 'sound' ->> 'number' is null, thing ->> 'publishedAt', position) as place
        from ${importThings} where import_id = ${importId} and kind = 'text' and not is_done and ${IS_EPISODE}
        order by place limit ${BATCH}) next) sized
    where before < ${BATCH_BYTES} order by place`)
  return rows
}
/** As many as a feed's import adds to the search at once. */
const BATCH = 500
const BATCH_BYTES = 16_000_000

type Sorted = {
  entries: Entry[]
  toWrite: Entry[]
  fates: Map<string, keyof ImportReport["targets"]["episode"]>
}

/** What is here already stays the feed's or the hosts'; what nobody edited since an earlier import is written anew. */
async function sortOut(
  tx: Transaction,
  run: Run,
  entries: Entry[],
): Promise<Sorted & { isFree: (id: number) => boolean }> {
  const known = await knownThings(
    tx,
    run.source,
    "text",
    entries.map(({ thing }) => thing.id),
  )
  const ids = [...known.values()].map(({ rowId }) => rowId)
  const versions = new Map(
    (
      await tx
        .select({ id: episodes.id, version: episodes.version })
        .from(episodes)
        .where(inArray(episodes.id, ids))
    ).map(({ id, version }) => [id, version]),
  )
  const guids = entries.map(({ thing }) => thing.sound.guid)
  const ofFeeds = new Set(
    (await tx.select({ guid: feedItems.guid }).from(feedItems).where(inArray(feedItems.guid, guids))).map(
      ({ guid }) => guid,
    ),
  )
  const fates: Sorted["fates"] = new Map()
  const toWrite = entries.filter(({ thing, digest }) => {
    const before = known.get(thing.id)
    const version = before && versions.get(before.rowId)
    const fate = before
      ? version === undefined
        ? "skipped"
        : before.digest === digest
          ? "unchanged"
          : version === before.version && before.importId !== null
            ? "updated"
            : "edited"
      : !run.choices.episodes || (!run.choices.drafts && thing.state !== "published")
        ? "skipped"
        : ofFeeds.has(thing.sound.guid)
          ? "unchanged"
          : "created"
    fates.set(thing.id, fate)
    return fate === "created" || fate === "updated"
  })
  const kept = toWrite.flatMap(({ thing }) => thing.sound.keptId ?? [])
  const there = await tx.select({ id: episodes.id }).from(episodes).where(inArray(episodes.id, kept))
  const taken = new Set(there.map(({ id }) => id))
  return { entries, toWrite, fates, isFree: (id) => !taken.has(id) }
}

/** What a feed's item would have said. */
function toItem(run: Run, thing: Heard, isFree: (id: number) => boolean): SerializedItem {
  const { sound } = thing
  const { keptId } = sound
  const publishedAt = thing.publishedAt ?? new Date().toISOString()
  const isAhead = new Date(publishedAt).getTime() > Date.now()
  const item: FeedItem = {
    ...(keptId && isFree(keptId) && { id: keptId }),
    guid: sound.guid,
    title: oneLine(thing.title).slice(0, 500).toWellFormed() || "Sans titre",
    guest: joinNames(sound.guests.map(oneLine)),
    description: run.files.inText(thing.content || thing.excerpt),
    audioUrl: run.files.addressOf(sound.address),
    audioType: sound.type,
    audioBytes: sound.bytes,
    durationSeconds: sound.seconds,
    season: sound.season,
    number: sound.number,
    ...(sound.episodeType !== "full" && { isExtra: true as const }),
    ...(sound.chapters && { chapters: sound.chapters }),
    ...(sound.transcript && "address" in sound.transcript && { transcriptUrl: sound.transcript.address }),
    thumbnailUrl: run.files.addressOf(sound.picture) ?? run.files.addressOf(thing.picture),
    youtubeUrl: sound.youtube ?? null,
    spotifyUrl: sound.spotify ?? null,
    publishedAt,
  }
  const isPublic = thing.state === "published" || (thing.state === "scheduled" && isAhead)
  return { ...serializeItem(item), ...(!isPublic && { isDraft: true as const }) }
}

/** Notes what became of them, and what a feed would not have said. */
async function settle(tx: Transaction, run: Run, sorted: Sorted, createdIds: Set<number>) {
  const { fates } = sorted
  const entries = await leftOf(tx, run, sorted.entries)
  const guids = entries.map(({ thing }) => thing.sound.guid)
  const rows = await tx
    .select({ guid: feedItems.guid, id: episodes.id })
    .from(feedItems)
    .innerJoin(episodes, eq(episodes.id, feedItems.episodeId))
    .where(inArray(feedItems.guid, guids))
  const idOf = new Map(rows.map(({ guid, id }) => [guid, id]))
  for (const { thing } of entries) {
    const { sound } = thing
    const id = idOf.get(sound.guid)
    if (id === undefined || !createdIds.has(id)) continue
    await tx
      .update(episodes)
      .set({
        type: sound.episodeType,
        isExplicit: sound.isExplicit,
        subtitle: oneLine(sound.subtitle).slice(0, MAX_SUBTITLE).toWellFormed(),
      })
      .where(eq(episodes.id, id))
    if (sound.views)
      await tx.update(episodeCounts).set({ views: sound.views }).where(eq(episodeCounts.episodeId, id))
    if (sound.transcript && "vtt" in sound.transcript) {
      const read = readTranscript(sound.transcript.vtt)
      if ("cues" in read) await enterTranscript(tx, id, read.cues, "feed", { isPublished: true })
    }
  }
  const versions = new Map(
    (
      await tx
        .select({ id: episodes.id, version: episodes.version })
        .from(episodes)
        .where(inArray(episodes.id, [...idOf.values()]))
    ).map(({ id, version }) => [id, version]),
  )
  await rememberThings(
    tx,
    entries.flatMap(({ thing, digest }) => {
      const rowId = idOf.get(thing.sound.guid)
      const fate = fates.get(thing.id)
      if (rowId === undefined || fate === "skipped" || fate === "edited") return []
      const isOurs = createdIds.has(rowId)
      const version = versions.get(rowId) ?? 1
      return [
        {
          source: run.source,
          kind: "text" as const,
          sourceId: thing.id,
          importId: isOurs ? run.id : null,
          target: "episode" as const,
          rowId,
          version,
          digest,
        },
      ]
    }),
  )
  await markDone(
    tx,
    run.id,
    "text",
    entries.map(({ thing }) => thing.id),
  )
  const report = await readReport(tx, run.id)
  for (const { thing } of entries) {
    const fate = fates.get(thing.id) ?? "skipped"
    const isLinked = fate === "created" && !createdIds.has(idOf.get(thing.sound.guid) ?? 0)
    report.targets.episode[isLinked ? "unchanged" : fate] += 1
    if (isLinked) remark(report, thing.title, "déjà ici\u00a0: seul ce qui lui manquait a été ajouté")
    if (fate === "edited")
      remark(report, thing.title, "changé ici et là-bas\u00a0: ce que vous avez écrit ici est resté")
  }
  await tx.update(imports).set({ report, attempts: 0 }).where(eq(imports.id, run.id))
}

/** What another process did meanwhile is told already. */
async function leftOf(tx: Transaction, run: Run, entries: Entry[]) {
  const ids = entries.map(({ thing }) => thing.id)
  const rows = await tx
    .select({ id: importThings.sourceId })
    .from(importThings)
    .where(
      and(
        eq(importThings.importId, run.id),
        eq(importThings.kind, "text"),
        eq(importThings.isDone, false),
        inArray(importThings.sourceId, ids),
      ),
    )
    .for("update")
  const left = new Set(rows.map(({ id }) => id))
  return entries.filter(({ thing }) => left.has(thing.id))
}

const MAX_SUBTITLE = 300
