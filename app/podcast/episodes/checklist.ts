import { mediaKey } from "#app/kit/lib/media.ts"
import { mediumPage } from "#app/media/media.copy.ts"
import { transcriptAddress } from "../transcripts/transcripts.copy.ts"

/** What stands in an episode's form, as text. */
export type Checked = Record<
  "title" | "guest" | "audioUrl" | "thumbnailUrl" | "description" | "chapters",
  string
>

/** Where an episode's transcript is: none of one that was never saved. */
export type TranscriptState = {
  episodeId: number
  state: "published" | "draft" | "asked" | "none"
  isWritten: boolean
}

/** Something to look at before an episode is published; advice, which nothing waits for. */
export type Check = { label: string; isDone: boolean; ways?: Way[] }
/** To the field where it is done, or to another page. */
type Way = { label: string } & (
  | { field: keyof Checked | "transcriptUrl"; to?: undefined }
  | {
      to: string
      /** What is asked of that page, by one press. */
      asks?: Record<string, string>
    }
)
export type Undescribed = { id: number; key: string }

/** @param undescribed the library's pictures that have no alternative text */
export function checkEpisode(
  values: Checked,
  undescribed: Undescribed[],
  transcript: TranscriptState | null,
): Check[] {
  return [
    ...checkBasics(values),
    ...checkPictures(values, undescribed),
    values.description.trim() === ""
      ? missing("Pas de description\u00a0: de quoi parle l’épisode\u202f?", {
          label: "L’écrire",
          field: "description",
        })
      : done("Description"),
    checkChapters(values),
    ...(transcript ? [checkTranscript(transcript, values.audioUrl !== "")] : []),
  ]
}

const done = (label: string): Check => ({ label, isDone: true })
const missing = (label: string, ...ways: Way[]): Check => ({ label, isDone: false, ways })

/** Nobody has to be invited. */
function checkBasics({ audioUrl, title, guest }: Checked) {
  const there = [audioUrl && "son", title && "titre", guest && "invité"].filter((one) => one !== "")
  return [
    ...(there.length > 0 ? [done(capital(LIST.format(there)))] : []),
    ...(audioUrl === ""
      ? [
          missing("Pas de son\u00a0: l’épisode ne pourra pas être écouté ici.", {
            label: "Le choisir",
            field: "audioUrl",
          }),
        ]
      : []),
    ...(title === "" ? [missing("Pas de titre.", { label: "L’écrire", field: "title" })] : []),
  ]
}

const LIST = new Intl.ListFormat("fr")
const capital = (text: string) => text.charAt(0).toLocaleUpperCase("fr") + text.slice(1)

function checkPictures({ thumbnailUrl, description }: Checked, undescribed: Undescribed[]) {
  const addresses = [thumbnailUrl, ...listSilent(description)]
  const found = addresses.map((address) => undescribed.find(({ key }) => key === mediaKey(address)))
  const strangers = addresses.slice(1).filter((address) => mediaKey(address) === undefined)
  const count = found.filter(Boolean).length + strangers.length
  const pictures = [...new Set(found.flatMap((picture) => picture ?? []))].slice(0, MAX_LINKS)
  const ways = pictures.map(({ id }, index): Way => ({
    label: `Décrire l’image${pictures.length > 1 ? ` ${index + 1}` : ""}`,
    to: mediumPage(id),
  }))
  if (strangers.length > 0) ways.push({ label: "Décrire dans le texte", field: "description" })
  return [
    ...(thumbnailUrl === ""
      ? [
          missing("Pas d’image\u00a0: une autre la remplacera.", {
            label: "La choisir",
            field: "thumbnailUrl",
          }),
        ]
      : []),
    ...(count > 0
      ? [
          missing(
            count > 1 ? `${count} images ne sont pas décrites.` : "Une image n’est pas décrite.",
            ...ways,
          ),
        ]
      : []),
    ...(thumbnailUrl !== "" && count === 0
      ? [done(mediaKey(thumbnailUrl) === undefined ? "Image" : "Image décrite")]
      : []),
  ]
}

const WORDS = ["", "Un", "Deux", "Trois", "Quatre", "Cinq", "Six", "Sept", "Huit", "Neuf", "Dix"]

function checkChapters({ chapters }: Checked) {
  const count = chapters.split("\n").filter((line) => line.trim()).length
  if (count === 0) return missing("Pas de chapitres.", { label: "Les ajouter", field: "chapters" })
  return done(`${WORDS[count] ?? count} ${count > 1 ? "chapitres" : "chapitre"}`)
}

function checkTranscript({ episodeId, state, isWritten }: TranscriptState, hasSound: boolean) {
  const to = transcriptAddress(episodeId)
  if (state === "published") return done("Transcription")
  if (state === "asked") return done("Transcription en cours")
  if (state === "draft")
    return missing("Transcription pas publiée.", { label: "La relire", field: "transcriptUrl" })
  return missing(
    "Pas de transcription.",
    isWritten && hasSound
      ? { label: "La faire écrire", to, asks: { intent: "transcribe", id: String(episodeId) } }
      : { label: "L’ajouter", field: "transcriptUrl" },
  )
}

/** Once these are described, further ones follow. */
const MAX_LINKS = 3
/** Further ones are not looked at. */
export const MAX_PICTURES = 200

type Shown = { thumbnailUrl: string | null; description: string }

/** The keys of the library's pictures that an episode shows, each once. */
export function keysIn({ thumbnailUrl, description }: Shown) {
  const keys = [...`${thumbnailUrl} ${description}`.matchAll(/\/media\/([\w-]{22})\//g)]
  return [...new Set(keys.map(([, key = ""]) => key))].slice(0, MAX_PICTURES)
}

const PICTURE = /!\[([^[\]]{0,500})\]\(\s{0,10}([^\s)]{0,2000})/g

/** The addresses of a Markdown text's pictures that say nothing there to who does not see them. */
function listSilent(markdown: string) {
  return [...markdown.matchAll(PICTURE)].flatMap(([, alt = "", url = ""]) => (alt.trim() === "" ? url : []))
}
