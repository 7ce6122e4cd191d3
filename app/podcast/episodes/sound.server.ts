import { and, eq } from "drizzle-orm"
import { db, type Transaction } from "#app/db/client.server.ts"
import { media } from "#app/db/schema/media.server.ts"
import { secondsOf } from "#app/kit/lib/durations.ts"
import { type Chapter, chaptersOfTags } from "#app/kit/lib/chapters.ts"
import { mediaKey } from "#app/kit/lib/media.ts"
import { toBars } from "../player/waves.server.ts"
import { type Heard, nameIn } from "./heard.ts"

/** What an episode holds of its sound. */
export type Sound = {
  audioUrl: string | null
  audioType: string | null
  audioBytes: number | null
  durationSeconds: number | null
}

const NONE: Sound = { audioUrl: null, audioType: null, audioBytes: null, durationSeconds: null }
const NO_SOUND = "Ce média de la médiathèque n’est pas un son"

/**
 * The sound of an episode as its form says. Of a medium of the library its type and bytes are the medium's, and its duration
 * too where the form gives none or still has that of the sound before; those of another address are kept while it stays.
 *
 * @param stored as it was; none for a new episode
 * @returns what is wrong with the address as `problem`, in French; `chapters` are those that a new sound's file has
 */
export async function readSound(
  tx: Transaction,
  { audioUrl, duration }: { audioUrl: string | null; duration: number | null },
  stored: Sound = NONE,
): Promise<{ sound: Sound; chapters: Chapter[]; problem?: undefined } | { problem: string }> {
  const isSame = audioUrl === stored.audioUrl
  const medium = await findMedium(tx, audioUrl)
  if (medium && medium.kind !== "audio" && !isSame) return { problem: NO_SOUND }
  if (medium?.kind !== "audio") {
    const { audioType, audioBytes } = isSame ? stored : { audioType: typeOf(audioUrl), audioBytes: null }
    return { sound: { audioUrl, audioType, audioBytes, durationSeconds: duration }, chapters: [] }
  }
  const isOfBefore = !isSame && duration === stored.durationSeconds
  const own = secondsOf(medium.durationMs)
  return {
    chapters: isSame ? [] : chaptersOfTags(medium.tags),
    sound: {
      audioUrl,
      audioType: medium.type,
      audioBytes: medium.bytes,
      durationSeconds: duration === null || isOfBefore ? own : duration,
    },
  }
}

/** Held: the media worker, who tells episodes how long their sound lasts, comes before this or after it is saved. */
async function findMedium(tx: Transaction, address: string | null) {
  const key = mediaKey(address)
  if (!key) return undefined
  const [medium] = await tx
    .select({
      kind: media.kind,
      type: media.type,
      bytes: media.bytes,
      durationMs: media.durationMs,
      tags: media.tags,
    })
    .from(media)
    .where(eq(media.key, key))
    .for("share")
  return medium
}

/** What is known of a sound that an episode has, or will have when it is saved; of another host's only what the address says. */
export async function findHeard(address: string | null): Promise<Heard> {
  const key = mediaKey(address)
  const [medium] = key
    ? await db
        .select({
          title: media.title,
          bytes: media.bytes,
          loudness: media.loudness,
          durationMs: media.durationMs,
          waveform: media.waveform,
          tags: media.tags,
          state: media.state,
        })
        .from(media)
        .where(and(eq(media.key, key), eq(media.kind, "audio")))
    : []
  const bars = medium?.waveform ? toBars(medium.waveform) : null
  return {
    name: medium?.title ?? nameIn(address),
    bytes: medium?.bytes ?? null,
    loudness: medium?.loudness ?? null,
    durationSeconds: secondsOf(medium?.durationMs ?? null),
    bars,
    isSilent: Boolean(medium?.waveform) && bars === null,
    chapters: chaptersOfTags(medium?.tags ?? null),
    isWaiting: medium?.state === "waiting" || medium?.state === "working",
  }
}

const TYPES: Record<string, string> = {
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  ogg: "audio/ogg",
  opus: "audio/ogg",
  wav: "audio/wav",
  flac: "audio/flac",
}

/** As its name says: nothing else is known of a file on another host. */
function typeOf(address: string | null) {
  const [, ending = ""] = /\.(\w{3,4})(?:[?#]|$)/.exec(address ?? "") ?? []
  return TYPES[ending.toLowerCase()] ?? null
}
