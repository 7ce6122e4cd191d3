import { eq, sql } from "drizzle-orm"
import type { TypedForm } from "#app/content/drafts/typed-form.ts"
import { columnsIn, columnsOf, versioned } from "#app/content/versioned.server.ts"
import type { Saved } from "#app/content/versions.server.ts"
import type { Transaction } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { episodeCounts } from "#app/db/schema/visitors.server.ts"
import type { FieldErrors } from "#app/kit/http/forms.server.ts"
import { publicationTime, toClock, toDay } from "#app/kit/lib/dates.ts"
import { type Chapter, writeChapters } from "#app/kit/lib/chapters.ts"
import type { Cue } from "#app/kit/lib/cues.ts"
import { writeSoundbites } from "#app/kit/lib/soundbites.ts"
import { findTooLate } from "../chapters/soundbites/soundbites-form.schema.ts"
import { countOf } from "./counts.server.ts"
import { type EpisodeForm, episodeSchema, isGuestInWords, MAX_BILLING } from "./episode-form.schema.ts"
import { formatTime } from "../player/times.ts"
import { holdLevel } from "./levels.server.ts"
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
  beside: peopleField,
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
export async function createEpisode(
  form: EpisodeForm,
  authorId: string,
  typed: TypedForm | null,
): Promise<Saved> {
  const brought = await bringTranscript(form)
  if (brought.problem) return invalid({ transcriptUrl: brought.problem })
  return numberEpisodes(async (tx): Promise<Saved> => {
    const made = await makeRow(tx, form, undefined, [])
    if (made.outcome === "invalid") return made
    const { id, after } = await content.insert(tx, { ...made.row, authorId })
    await setPeople(tx, id, made.people, [])
    if (form.views !== form.viewsBefore) await setViews(tx, id, form.views)
    if (brought.cues) await enterTranscript(tx, id, brought.cues, "address")
    const counted = { guests: namesOf(made.people), views: form.views || null }
    const change = { action: "create", id, after: { ...after, ...counted } } as const
    const saved = await content.finish(tx, change, typed, await peopleField(tx, id))
    return { ...saved, said: brought.said }
  })
}

/** Views are only set when they were changed in the form, so that those counted meanwhile stay. */
export async function updateEpisode(
  id: number,
  version: number,
  form: EpisodeForm,
  typed: TypedForm | null,
): Promise<Saved> {
  const { views, viewsBefore } = form
  const brought = await bringTranscript(form)
  if (brought.problem) return invalid({ transcriptUrl: brought.problem })
  return numberEpisodes(async (tx): Promise<Saved> => {
    const held = await content.hold(tx, id, version)
    if (held.outcome !== "held") return held
    if (brought.cues && (await isTranscriptPublished(tx, id)))
      return invalid({ transcriptUrl: TRANSCRIPT_PUBLISHED })
    const people = await listPeopleOf(id, tx)
    const made = await makeRow(tx, form, held.before, people)
    if (made.outcome === "invalid") return made
    const after = await content.write(tx, id, made.row)
    await setPeople(tx, id, made.people, people)
    if (views !== viewsBefore) await setViews(tx, id, views)
    if (brought.cues) await enterTranscript(tx, id, brought.cues, "address")
    const change = {
      action: "update",
      id,
      before: { ...held.before, guests: namesOf(people), views: viewsBefore },
      after: { ...after, guests: namesOf(made.people), views },
    } as const
    const saved = await content.finish(tx, change, typed, await peopleField(tx, id))
    return { ...saved, said: brought.said }
  })
}

/** The transcript that a form brings by its address. Before the transaction: it may be on another host. */
async function bringTranscript({ transcriptUrl }: EpisodeForm): Promise<Brought> {
  if (!transcriptUrl) return {}
  const read = await readTranscriptAt(transcriptUrl)
  return "problem" in read ? read : { cues: read.cues, said: read.notes.join(" ") }
}

type Brought = { problem?: string; cues?: Cue[]; said?: string }

const invalid = (errors: FieldErrors): Extract<Saved, { outcome: "invalid" }> => ({
  outcome: "invalid",
  errors,
})

/** An episode's row as its form says, and its people; or what only the database can tell of its fields. */
async function makeRow(
  tx: Transaction,
  form: EpisodeForm,
  stored: Stored | undefined,
  before: KnownPerson[],
) {
  const who = await findPeople(tx, form, stored, before)
  if (who.ambiguous !== undefined) return invalid({ people: severalOf(who.ambiguous) })
  const guest = billingOf(form.guest, who.people)
  if (guest.length > MAX_BILLING) return invalid({ people: TOO_LONG })
  const heard = await readSound(tx, form, stored)
  if (heard.problem !== undefined) return invalid({ audioUrl: heard.problem })
  const tooLate = findTooLate(form.soundbites, heard.sound.durationSeconds)
  if (tooLate !== undefined) return invalid({ soundbites: tooLate })
  const { reservedLevelId } = form
  if (reservedLevelId !== null && (await holdLevel(tx, reservedLevelId)) === undefined)
    return invalid({ reservedLevelId: "Ce palier n’existe plus" })
  const chapters = chaptersOf(form, stored, heard.chapters)
  const row = rowOf(form, stored, { guest, chapters, sound: heard.sound })
  return { outcome: "made" as const, people: who.people, row }
}

function setViews(tx: Transaction, episodeId: number, views: number) {
  return tx.update(episodeCounts).set({ views }).where(eq(episodeCounts.episodeId, episodeId))
}

async function peopleField(tx: Transaction, id: number) {
  return { people: writePeople(await listPeopleOf(id, tx)) }
}

/** Those of the form's field; where the guest is words alone, those whom other words name. */
async function findPeople(
  tx: Transaction,
  form: EpisodeForm,
  stored: Stored | undefined,
  before: KnownPerson[],
) {
  if (form.people && !isGuestInWords(form)) return identify(tx, form.people)
  return { people: form.guest === stored?.guest ? before : await findNamed(tx, form.guest, before) }
}

const TRANSCRIPT_PUBLISHED = "La transcription est publiée\u00a0: remplacez-la sur sa page"

/** As the form has it: stored longer, it could not be saved again. */
const TOO_LONG = `Ensemble, ces noms doivent contenir moins de ${MAX_BILLING} caractères`

function namesOf(people: Person[]) {
  return people.map(({ name }) => name).join(", ")
}

/** What is asked of a row as it was. */
type Stored = Pick<typeof episodes.$inferSelect, "guest" | "publishedAt" | "isPublished" | "chapters"> & Sound

/** Those of the form; where it has none, those that a new sound brings, or has brought since the form was filled. */
function chaptersOf(
  { chapters, chaptersBefore }: EpisodeForm,
  stored: Stored | undefined,
  ofNewSound: Chapter[],
) {
  if (chapters.length > 0) return chapters
  return ofNewSound.length > 0 || chaptersBefore !== 0 ? ofNewSound : (stored?.chapters ?? [])
}

type Given = { guest: string; chapters: Chapter[]; sound: Sound }

function rowOf(form: EpisodeForm, stored: Stored | undefined, { guest, chapters, sound }: Given) {
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
function momentOf({ publicationDay, publicationClock }: EpisodeForm, stored: Stored | undefined) {
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
