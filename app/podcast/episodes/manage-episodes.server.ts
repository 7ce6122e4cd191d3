import { eq, sql } from "drizzle-orm"
import { columnsIn, columnsOf, versioned } from "#app/content/versioned.server.ts"
import type { Saved } from "#app/content/versions.server.ts"
import type { Transaction } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { episodeCounts } from "#app/db/schema/visitors.server.ts"
import { publicationTime, toClock, toDay } from "#app/kit/lib/dates.ts"
import { type Chapter, writeChapters } from "#app/kit/lib/chapters.ts"
import { writeSoundbites } from "#app/kit/lib/soundbites.ts"
import { findTooLate } from "../chapters/soundbites/soundbites-form.schema.ts"
import { countOf } from "./counts.server.ts"
import { type EpisodeForm, episodeSchema, isGuestInWords, MAX_BILLING } from "./episode-form.schema.ts"
import { formatTime } from "../player/times.ts"
import { writeLinks } from "./episode-links.ts"
import { writePeople } from "../guests/names.ts"
import { findNamed, setPeople } from "../guests/guest-episodes.server.ts"
import { billingOf, identify, type KnownPerson, listPeopleOf, type Person } from "../guests/people.server.ts"
import { nextRound, numberEpisodes } from "../rounds.server.ts"
import { readTranscriptAt } from "../transcripts/fetch-transcript.server.ts"
import { enterTranscript, isTranscriptPublished } from "../transcripts/manage-transcripts.server.ts"
import { readSound, type Sound } from "./sound.server.ts"

const content = versioned(episodes, {
  kind: "episode",
  edited: {
    ...columnsIn(episodes, episodeSchema),
    ...columnsOf(episodes, "audioType", "audioBytes", "durationSeconds", "publishedAt"),
    views: countOf("views"),
  },
  spelled: ({ durationSeconds, links, chapters, soundbites, publishedAt }) => ({
    duration: durationSeconds ? formatTime(durationSeconds) : "",
    links: writeLinks(links),
    chapters: writeChapters(chapters),
    soundbites: writeSoundbites(soundbites),
    publicationClock: toClock(publishedAt),
    durationSeconds: undefined,
    audioType: undefined,
    audioBytes: undefined,
  }),
  beside: async (tx, id) => ({ people: writePeople(await listPeopleOf(id, tx)) }),
})

/** Keeps the versions of those that an import changes. */
export const keepEpisodeVersions = content.saveVersions

/** What the form edits of one episode, with its people, or undefined. */
export async function findEditedEpisode(id: number) {
  const [episode, people] = await Promise.all([content.find(id), listPeopleOf(id)])
  return episode && { ...episode, people }
}

/** What the form of one episode holds, as it would be sent. */
export const episodeFormOf = content.formOf

/** Deletes an episode, with its likes and comments. @returns false when there is no such episode */
export function deleteEpisode(id: number) {
  return numberEpisodes((tx) => content.remove(id, tx))
}

/** Creates an episode; without a day it is dated now (docs/product.md 18.2). */
export function createEpisode(form: EpisodeForm, authorId: string) {
  return saveEpisode(form, undefined, (tx, row, { guests, write }) =>
    content.create({ ...row, authorId }, tx, {
      after: { guests: guests.after, views: form.views || null },
      write,
    }),
  )
}

/** Views are only set when they were changed in the form, so that those counted meanwhile stay. */
export function updateEpisode(id: number, version: number, form: EpisodeForm): Promise<Saved> {
  const { views, viewsBefore } = form
  const isSet = views !== viewsBefore
  return saveEpisode(form, id, (tx, row, { guests, write }) =>
    content.update(id, version, row, tx, {
      before: { guests: guests.before, ...(isSet && { views: viewsBefore }) },
      after: { guests: guests.after, ...(isSet && { views }) },
      write,
    }),
  )
}

type Row = ReturnType<typeof rowOf>
/** Its people: their names for the log, and how they are written once it is. */
type Guests = {
  guests: { before: string; after: string }
  write: (id: number) => Promise<{ people: string }>
}

/** An episode with its people, its number, its views and the transcript that it brings, or nothing of it. */
async function saveEpisode(
  form: EpisodeForm,
  id: number | undefined,
  save: (tx: Transaction, row: Row, guests: Guests) => Promise<Saved>,
): Promise<Saved> {
  // Before the transaction: it may be on another host.
  const brought = form.transcriptUrl ? await readTranscriptAt(form.transcriptUrl) : undefined
  if (brought && "problem" in brought)
    return { outcome: "invalid", errors: { transcriptUrl: brought.problem } }
  return numberEpisodes(async (tx): Promise<Saved> => {
    const stored = id === undefined ? undefined : await findStored(tx, id)
    if (id !== undefined && !stored) return { outcome: "missing" }
    if (brought && id !== undefined && (await isTranscriptPublished(tx, id)))
      return { outcome: "invalid", errors: { transcriptUrl: TRANSCRIPT_PUBLISHED } }
    const before = id === undefined ? [] : await listPeopleOf(id, tx)
    const who = await findPeople(tx, form, stored, before)
    if (who.ambiguous !== undefined)
      return { outcome: "invalid", errors: { people: severalOf(who.ambiguous) } }
    const guest = billingOf(form.guest, who.people)
    if (guest.length > MAX_BILLING) return { outcome: "invalid", errors: { people: TOO_LONG } }
    const heard = await readSound(tx, form, stored)
    if (heard.problem !== undefined) return { outcome: "invalid", errors: { audioUrl: heard.problem } }
    const tooLate = findTooLate(form.soundbites, heard.sound.durationSeconds)
    if (tooLate !== undefined) return { outcome: "invalid", errors: { soundbites: tooLate } }

    const chapters = chaptersOf(form, stored, heard.chapters)
    const saved = await save(tx, rowOf(form, stored, { guest, chapters, sound: heard.sound }), {
      guests: { before: namesOf(before), after: namesOf(who.people) },
      write: async (episodeId) => {
        await setPeople(tx, episodeId, who.people, before)
        return { people: writePeople(await listPeopleOf(episodeId, tx)) }
      },
    })
    if (saved.outcome !== "saved") return saved
    if (form.views !== form.viewsBefore)
      await tx.update(episodeCounts).set({ views: form.views }).where(eq(episodeCounts.episodeId, saved.id))
    if (brought) await enterTranscript(tx, saved.id, brought.cues, "address")
    return { ...saved, said: brought?.notes.join(" ") }
  })
}

/** Those of the form's field; where the guest is words alone, those whom other words name. */
async function findPeople(tx: Transaction, form: EpisodeForm, stored: Stored, before: KnownPerson[]) {
  if (form.people && !isGuestInWords(form)) return identify(tx, form.people)
  return { people: form.guest === stored?.guest ? before : await findNamed(tx, form.guest, before) }
}

const TRANSCRIPT_PUBLISHED = "La transcription est publiée\u00a0: remplacez-la sur sa page"

/** As the form has it: stored longer, it could not be saved again. */
const TOO_LONG = `Ensemble, ces noms doivent contenir moins de ${MAX_BILLING} caractères`

function namesOf(people: Person[]) {
  return people.map(({ name }) => name).join(", ")
}

async function findStored(tx: Transaction, id: number) {
  const { guest, publishedAt, isPublished, chapters } = episodes
  const { audioUrl, audioType, audioBytes, durationSeconds } = episodes
  const [stored] = await tx
    .select({ guest, publishedAt, isPublished, chapters, audioUrl, audioType, audioBytes, durationSeconds })
    .from(episodes)
    .where(eq(episodes.id, id))
  return stored
}

type Stored = Awaited<ReturnType<typeof findStored>>

/** Those of the form; where it has none, those that a new sound brings, or has brought since the form was filled. */
function chaptersOf({ chapters, chaptersBefore }: EpisodeForm, stored: Stored, ofNewSound: Chapter[]) {
  if (chapters.length > 0) return chapters
  return ofNewSound.length > 0 || chaptersBefore !== 0 ? ofNewSound : (stored?.chapters ?? [])
}

type Given = { guest: string; chapters: Chapter[]; sound: Sound }

function rowOf(form: EpisodeForm, stored: Stored, { guest, chapters, sound }: Given) {
  const { season, number, type, isPublished } = form
  // Of one that was published before the number was taken away on purpose.
  const isNumbered = isPublished && !stored?.isPublished && number === null && type === "full"
  return {
    // What is no column of it is not stored.
    ...form,
    ...sound,
    guest,
    hasNoGuest: guest === "",
    chapters,
    publishedAt: momentOf(form, stored),
    ...(isNumbered && nextRound(season)),
  }
}

/** A time of day alone is that of the day it has, or of today. */
function momentOf({ publicationDay, publicationClock }: EpisodeForm, stored: Stored) {
  const now = new Date()
  const before = stored?.publishedAt
  if (publicationDay === null && publicationClock === null) return before ?? now
  return publicationTime(publicationDay ?? toDay(before ?? now), now, before, publicationClock)
}

function severalOf(name: string) {
  return `Plusieurs personnes s’appellent « ${name} » : choisissez la bonne dans la liste, ou écrivez son slug entre crochets après son nom`
}

/** Publishing for the first time gives a number where there is none; a trailer or a bonus is no round. */
export function setEpisodePublished(id: number, isPublished: boolean) {
  const isFirst = sql`not ${episodes.isPublished} and ${episodes.number} is null and ${episodes.type} = 'full'`
  return numberEpisodes(
    async (tx) =>
      (isPublished && (await content.setPublished(id, { isPublished, ...nextRound("own") }, tx, isFirst))) ||
      content.setPublished(id, { isPublished }, tx),
  )
}
