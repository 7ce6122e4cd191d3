import { and, desc, eq, inArray } from "drizzle-orm"
import { actingId, record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { users } from "#app/db/schema/accounts.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { transcripts, transcriptVersions } from "#app/db/schema/transcripts.server.ts"
import { type Cue, textOfCues } from "#app/kit/lib/cues.ts"
import { nextVersion, type Saved } from "#app/content/versions.server.ts"

export type TranscriptSource = (typeof transcripts.$inferSelect)["source"]

const MAX_VERSIONS = 20
const MAX_LISTED = 200

/** An episode with its transcript, published or not, as the back office works on them; undefined when there is no such episode. */
export async function findManaged(episodeId: number) {
  const [found] = await db
    .select({
      episodeId: episodes.id,
      title: episodes.title,
      guest: episodes.guest,
      audioUrl: episodes.audioUrl,
      transcript: {
        id: transcripts.id,
        version: transcripts.version,
        cues: transcripts.cues,
        isPublished: transcripts.isPublished,
        source: transcripts.source,
        updatedAt: transcripts.updatedAt,
      },
    })
    .from(episodes)
    .leftJoin(transcripts, eq(transcripts.episodeId, episodes.id))
    .where(eq(episodes.id, episodeId))
  return found
}

/** The transcripts that were worked on last. */
export function listManaged() {
  return db
    .select({
      episodeId: episodes.id,
      title: episodes.title,
      isPublished: transcripts.isPublished,
      updatedAt: transcripts.updatedAt,
    })
    .from(transcripts)
    .innerJoin(episodes, eq(episodes.id, transcripts.episodeId))
    .orderBy(desc(transcripts.updatedAt), desc(transcripts.id))
    .limit(MAX_LISTED)
}

/** The states that a transcript had, the newest first: who saved each, and when. */
export function listTranscriptVersions(transcriptId: number) {
  return db
    .select({ id: transcriptVersions.id, savedAt: transcriptVersions.savedAt, savedBy: users.email })
    .from(transcriptVersions)
    .leftJoin(users, eq(users.id, transcriptVersions.savedBy))
    .where(eq(transcriptVersions.transcriptId, transcriptId))
    .orderBy(desc(transcriptVersions.id))
    .limit(MAX_VERSIONS)
}

/**
 * Gives an episode a transcript, as a draft where it has none; one that it has gets other words, and stays as public as it was.
 *
 * @returns false when there is no such episode
 */
export function putTranscript(episodeId: number, cues: Cue[], source: TranscriptSource) {
  return db.transaction((tx) => enterTranscript(tx, episodeId, cues, source))
}

/** The same within a transaction. @param values of a new one beside its words */
export async function enterTranscript(
  tx: Transaction,
  episodeId: number,
  cues: Cue[],
  source: TranscriptSource,
  { isPublished = false } = {},
) {
  const [episode] = await tx
    .select({ title: episodes.title })
    .from(episodes)
    .where(eq(episodes.id, episodeId))
    .for("update")
  if (!episode) return false
  const before = await hold(tx, episodeId)
  const values = { cues, text: textOfCues(cues), source }
  const [saved] = before
    ? await tx
        .update(transcripts)
        .set({ ...values, ...nextVersion(transcripts) })
        .where(eq(transcripts.id, before.id))
        .returning({ id: transcripts.id })
    : await tx
        .insert(transcripts)
        .values({ episodeId, ...values, isPublished })
        .returning({ id: transcripts.id })
  if (!saved) throw new Error("the transcript was not saved")
  await keepVersion(tx, saved.id, cues)
  await record(tx, {
    action: before ? "replace" : "create",
    kind: "transcript",
    id: episodeId,
    title: episode.title,
    ...told(before?.cues, cues),
  })
  return true
}

/** Whether visitors read an episode's transcript: what is public changes on its own page, for which one needs more rights. */
export async function isTranscriptPublished(tx: Transaction, episodeId: number) {
  const [found] = await tx
    .select({ isPublished: transcripts.isPublished })
    .from(transcripts)
    .where(eq(transcripts.episodeId, episodeId))
    .for("update")
  return found?.isPublished ?? false
}

/**
 * Saves an edited transcript, unless somebody else saved it since the form was filled.
 *
 * @param from the version that the form was filled from
 */
export function saveCues(episodeId: number, from: number, cues: Cue[]): Promise<Saved> {
  return db.transaction(async (tx): Promise<Saved> => {
    const before = await hold(tx, episodeId)
    if (!before) return { outcome: "missing" }
    if (before.version !== from) return { outcome: "stale", version: before.version }
    await write(tx, before, cues)
    return { outcome: "saved", id: episodeId }
  })
}

/** Makes a transcript what it was. @returns false when there is no such version of it */
export function restoreVersion(episodeId: number, versionId: number) {
  return db.transaction(async (tx) => {
    const before = await hold(tx, episodeId)
    const [version] = before
      ? await tx
          .select({ cues: transcriptVersions.cues })
          .from(transcriptVersions)
          .where(and(eq(transcriptVersions.id, versionId), eq(transcriptVersions.transcriptId, before.id)))
      : []
    if (!before || !version) return false
    await write(tx, before, version.cues)
    return true
  })
}

/** @returns false when the episode has no transcript */
export function setTranscriptPublished(episodeId: number, isPublished: boolean) {
  return db.transaction(async (tx) => {
    const before = await hold(tx, episodeId)
    if (!before) return false
    if (before.isPublished === isPublished) return true
    await tx
      .update(transcripts)
      .set({ isPublished, ...nextVersion(transcripts) })
      .where(eq(transcripts.id, before.id))
    await record(tx, {
      action: isPublished ? "publish" : "unpublish",
      kind: "transcript",
      id: episodeId,
      title: before.title,
      before: { isPublished: before.isPublished },
      after: { isPublished },
    })
    return true
  })
}

/** @returns false when the episode has no transcript */
export function deleteTranscript(episodeId: number) {
  return db.transaction(async (tx) => {
    const before = await hold(tx, episodeId)
    if (!before) return false
    await tx.delete(transcripts).where(eq(transcripts.id, before.id))
    await record(tx, { action: "delete", kind: "transcript", id: episodeId, title: before.title })
    return true
  })
}

type Held = NonNullable<Awaited<ReturnType<typeof hold>>>

/** The transcript of an episode as it is until the transaction ends. */
async function hold(tx: Transaction, episodeId: number) {
  const [found] = await tx
    .select({
      id: transcripts.id,
      episodeId: transcripts.episodeId,
      version: transcripts.version,
      isPublished: transcripts.isPublished,
      cues: transcripts.cues,
      title: episodes.title,
    })
    .from(transcripts)
    .innerJoin(episodes, eq(episodes.id, transcripts.episodeId))
    .where(eq(transcripts.episodeId, episodeId))
    .for("update", { of: transcripts })
  return found
}

async function write(tx: Transaction, before: Held, cues: Cue[]) {
  await tx
    .update(transcripts)
    .set({ cues, text: textOfCues(cues), ...nextVersion(transcripts) })
    .where(eq(transcripts.id, before.id))
  await keepVersion(tx, before.id, cues)
  await record(tx, {
    action: "update",
    kind: "transcript",
    id: before.episodeId,
    title: before.title,
    ...told(before.cues, cues),
  })
}

/** For the log, the words alone: where they begin to differ. */
function told(before: Cue[] | undefined, after: Cue[]) {
  return { before: { text: before && textOfCues(before) }, after: { text: textOfCues(after) } }
}

async function keepVersion(tx: Transaction, transcriptId: number, cues: Cue[]) {
  await tx.insert(transcriptVersions).values({ transcriptId, cues, savedBy: actingId() })
  const kept = await tx
    .select({ id: transcriptVersions.id })
    .from(transcriptVersions)
    .where(eq(transcriptVersions.transcriptId, transcriptId))
    .orderBy(desc(transcriptVersions.id))
    .offset(MAX_VERSIONS)
  const oldest = kept.map(({ id }) => id)
  if (oldest.length > 0) await tx.delete(transcriptVersions).where(inArray(transcriptVersions.id, oldest))
}
