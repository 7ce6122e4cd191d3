import { expect, test } from "vitest"
import { type Check, checkEpisode, type TranscriptState } from "./checklist.ts"

const KEY = "k".repeat(22)
const OTHER = "o".repeat(22)
const FULL = {
  title: "Le mur d’en face",
  guest: "Awa",
  thumbnailUrl: "https://a.example/1.jpg",
  audioUrl: `/media/${OTHER}/1.mp3`,
  description: "Une heure ensemble",
  chapters: "0:00 Début\n12:30 Le mur",
}
const WRITTEN: TranscriptState = { episodeId: 5, state: "published", isWritten: false }
const SILENT = [{ id: 7, key: KEY }]

const check = (values: Partial<typeof FULL>, transcript: Partial<TranscriptState> = {}) =>
  checkEpisode({ ...FULL, ...values }, SILENT, { ...WRITTEN, ...transcript })
/** « Pas de titre. L’écrire (title) » */
const spell = ({ label, ways = [] }: Check) =>
  [label, ...ways.map((way) => `${way.label} (${way.to ?? way.field})`)].join(" ")
const missing = (checks: Check[]) => checks.filter(({ isDone }) => !isDone).map(spell)
const done = (checks: Check[]) => checks.filter(({ isDone }) => isDone).map(spell)

const NO_ALT = "Une image n’est pas décrite."

test.each([
  [{}, []],
  [{ guest: "" }, []],
  [{ title: "" }, ["Pas de titre. L’écrire (title)"]],
  [{ thumbnailUrl: "" }, ["Pas d’image\u00a0: une autre la remplacera. La choisir (thumbnailUrl)"]],
  [{ audioUrl: "" }, ["Pas de son\u00a0: l’épisode ne pourra pas être écouté ici. Le choisir (audioUrl)"]],
  [
    { description: " \n " },
    ["Pas de description\u00a0: de quoi parle l’épisode\u202f? L’écrire (description)"],
  ],
  [{ chapters: " \n" }, ["Pas de chapitres. Les ajouter (chapters)"]],
  [{ description: "![](https://a.example/1.jpg)" }, [`${NO_ALT} Décrire dans le texte (description)`]],
  [{ description: "![Awa](https://a.example/1.jpg)" }, []],
  // Described in the library.
  [{ description: `![](/media/${OTHER}/1.jpg)` }, []],
  [{ description: `![](/media/${KEY}/1.jpg)` }, [`${NO_ALT} Décrire l’image (/admin/media/7)`]],
  [
    { thumbnailUrl: `/media/${KEY}/1.jpg`, description: "![ ](/a.jpg)" },
    ["2 images ne sont pas décrites. Décrire l’image (/admin/media/7) Décrire dans le texte (description)"],
  ],
])("3.9 the checklist of %j misses %j, and leads to where that is done", (values, expected) => {
  expect(missing(check(values))).toEqual(expected)
})

test("the checklist says what is there", () => {
  expect(done(check({}))).toEqual([
    "Son, titre et invité",
    "Image",
    "Description",
    "Deux chapitres",
    "Transcription",
  ])
  const picture = `/media/${OTHER}/1.jpg`
  const chapters = Array.from({ length: 12 }, (_, index) => `${index}:00 Partie`).join("\n")
  expect(done(check({ guest: "", audioUrl: "", thumbnailUrl: picture, chapters }))).toEqual([
    "Titre",
    "Image décrite",
    "Description",
    "12 chapitres",
    "Transcription",
  ])
})

test("the checklist leads to each picture of the library that says nothing, once", () => {
  const picture = `/media/${KEY}/1.jpg`
  const description = `![](${picture}) ![](/media/${OTHER}/1.jpg) ![](https://a.example/1.jpg)`
  expect(missing(check({ thumbnailUrl: picture, description }))).toEqual([
    "3 images ne sont pas décrites. Décrire l’image (/admin/media/7) Décrire dans le texte (description)",
  ])
})

const PAGE = "/admin/transcripts?episode=5"

test.each([
  [{ state: "none" }, "Pas de transcription. L’ajouter (transcriptUrl)"],
  [{ state: "none", isWritten: true }, `Pas de transcription. La faire écrire (${PAGE})`],
  [{ state: "draft" }, "Transcription pas publiée. La relire (transcriptUrl)"],
  [{ state: "asked", isWritten: true }, "Transcription en cours"],
  [{ state: "published" }, "Transcription"],
] as const)("the checklist of a transcript that is %j", (transcript, expected) => {
  expect(check({}, transcript).map(spell).at(-1)).toBe(expected)
})

test("no program writes down what has no sound, and what was never saved has no transcript", () => {
  const silent = check({ audioUrl: "" }, { state: "none", isWritten: true })
  expect(silent.map(spell).at(-1)).toBe("Pas de transcription. L’ajouter (transcriptUrl)")
  expect(checkEpisode(FULL, [], null).map(spell).at(-1)).toBe("Deux chapitres")
})
