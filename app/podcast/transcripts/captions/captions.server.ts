import { and, asc, eq, sql } from "drizzle-orm"
import { record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { media, mediaCaptions } from "#app/db/schema/media.server.ts"
import type { CaptionLanguage } from "#app/kit/lib/captions.ts"
import type { Cue } from "#app/kit/lib/cues.ts"
import { mediaAddress } from "#app/kit/lib/media.ts"

/** A video of the library with the captions that it has; undefined for what is none. */
export async function findCaptioned(mediumId: number) {
  const [video] = await db
    .select({ id: media.id, key: media.key, title: media.title })
    .from(media)
    .where(and(eq(media.id, mediumId), eq(media.kind, "video"), eq(media.state, "ready")))
  if (!video) return undefined
  const tracks = await db
    .select({
      language: mediaCaptions.language,
      updatedAt: mediaCaptions.updatedAt,
      count: sql<number>`jsonb_array_length(${mediaCaptions.cues})`,
    })
    .from(mediaCaptions)
    .where(eq(mediaCaptions.mediumId, mediumId))
    .orderBy(asc(mediaCaptions.language))
  const { id, title, key } = video
  return { id, title, address: mediaAddress(key, title), tracks }
}

/** What is said in a video, in one language; undefined where there is nothing. */
export async function findCaptions(key: string, language: string) {
  const [found] = await db
    .select({ cues: mediaCaptions.cues })
    .from(mediaCaptions)
    .innerJoin(media, eq(media.id, mediaCaptions.mediumId))
    .where(and(eq(media.key, key), sql`${mediaCaptions.language} = ${language}`))
  return found?.cues
}

/** Gives a video captions in a language, in the place of those that it has. @returns false when there is no such video */
export function putCaptions(mediumId: number, language: CaptionLanguage, cues: Cue[]) {
  return db.transaction(async (tx) => {
    const held = await hold(tx, mediumId, language)
    if (!held) return false
    await tx
      .insert(mediaCaptions)
      .values({ mediumId, language, cues })
      .onConflictDoUpdate({
        target: [mediaCaptions.mediumId, mediaCaptions.language],
        set: { cues, updatedAt: sql`now()` },
      })
    await note(tx, mediumId, held, language, cues.length)
    return true
  })
}

/** @returns false when the video has none in this language */
export function removeCaptions(mediumId: number, language: CaptionLanguage) {
  return db.transaction(async (tx) => {
    const held = await hold(tx, mediumId, language)
    if (!held || held.count === 0) return false
    await tx
      .delete(mediaCaptions)
      .where(and(eq(mediaCaptions.mediumId, mediumId), eq(mediaCaptions.language, language)))
    await note(tx, mediumId, held, language, 0)
    return true
  })
}

type Held = { title: string; count: number }

async function hold(tx: Transaction, mediumId: number, language: CaptionLanguage): Promise<Held | undefined> {
  const [video] = await tx
    .select({ title: media.title })
    .from(media)
    .where(and(eq(media.id, mediumId), eq(media.kind, "video")))
    .for("update")
  if (!video) return undefined
  const [own] = await tx
    .select({ count: sql<number>`jsonb_array_length(${mediaCaptions.cues})` })
    .from(mediaCaptions)
    .where(and(eq(mediaCaptions.mediumId, mediumId), eq(mediaCaptions.language, language)))
  return { ...video, count: own?.count ?? 0 }
}

function note(tx: Transaction, id: number, { title, count }: Held, language: string, now: number) {
  const told = (phrases: number) => (phrases === 0 ? null : `${language}, ${phrases}`)
  return record(tx, {
    action: "update",
    kind: "medium",
    id,
    title,
    before: { captions: told(count) },
    after: { captions: told(now) },
  })
}
