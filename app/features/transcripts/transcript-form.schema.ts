import { z } from "zod"
import { editedRow, oneRow } from "#app/form/form-fields.ts"
import {
  cleanCues,
  type Cue,
  MAX_CUE_LETTERS,
  MAX_CUES,
  MAX_LETTERS,
  MAX_SPEAKER_LETTERS,
} from "#app/lib/cues.ts"
import { completeAddress, isSitePath, isWebAddress, MAX_URL_LENGTH } from "#app/lib/typed-addresses.ts"
import { unpackCues } from "./formats/packed-cues.ts"
import { MAX_TRANSCRIPT, readTranscript } from "./formats/read-transcript.ts"

const NOTHING = "Il n’y a rien à lire dans ce texte"

/** A transcript in any of its formats. */
const transcript = z
  .string()
  .default("")
  .transform((text) => text.replaceAll("\r\n", "\n"))
  .pipe(z.string().max(MAX_TRANSCRIPT, "Le texte est trop long"))

const name = (label: string) =>
  z
    .string()
    .default("")
    .transform((text) => text.replace(/\s+/g, " ").trim())
    .pipe(
      z
        .string()
        .max(MAX_SPEAKER_LETTERS, `${label} doit contenir moins de ${MAX_SPEAKER_LETTERS} caractères`),
    )

const taken = oneRow
  .extend({
    text: transcript,
    address: z
      .string()
      .default("")
      .transform((text) => completeAddress(text.trim()))
      .pipe(
        z
          .string()
          .max(MAX_URL_LENGTH, "L’adresse est trop longue")
          .refine(
            (text) => text === "" || isWebAddress(text) || isSitePath(text),
            "L’adresse doit commencer par https://, http:// ou /",
          ),
      ),
  })
  .refine(({ text, address }) => address !== "" || readTranscript(text).length > 0, {
    path: ["text"],
    error: NOTHING,
  })

const time = z.number().nullable()

/** As the editor sends them (`packCues`); without scripts none. */
const edited = z
  .string()
  .optional()
  .transform((packed, context) => {
    if (packed === undefined) return undefined
    const { data = null } = packedCues.safeParse(parse(packed))
    const cues = data && unpackCues(data)
    const problem = cues ? problemOf(cues) : "Les phrases sont illisibles\u00a0: rechargez la page"
    if (cues && !problem) return cleanCues(cues)
    context.addIssue(problem)
    return z.NEVER
  })
  .refine((cues) => cues?.length !== 0, NOTHING)

const packedCues = z.array(z.tuple([time, time, z.string(), z.string()]))

/** What of a file would be cut: what a host wrote is not. */
function problemOf(cues: Cue[]) {
  const long = cues.findIndex(({ text }) => text.length > MAX_CUE_LETTERS)
  if (long !== -1) return `La phrase ${long + 1} est trop longue\u00a0: coupez-la en deux`
  const named = cues.findIndex(({ speaker = "" }) => speaker.length > MAX_SPEAKER_LETTERS)
  if (named !== -1) return `Phrase ${named + 1}\u00a0: le nom de qui parle est trop long`
  const letters = cues.reduce((sum, { text }) => sum + text.length, 0)
  if (letters > MAX_LETTERS) return "Le texte est trop long"
  return cues.length > MAX_CUES ? `Il y a plus de ${MAX_CUES.toLocaleString("fr-FR")} phrases` : ""
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const saved = editedRow
  .extend({
    cues: edited,
    content: transcript.transform((text) => readTranscript(text)),
    from: name("Le nom à remplacer"),
    to: name("Le nouveau nom"),
  })
  .refine(({ cues, content }) => cues !== undefined || content.length > 0, {
    path: ["content"],
    error: NOTHING,
  })
  .transform(({ cues, content, from, to, ...row }) => ({
    ...row,
    cues: cues ?? (from ? rename(content, from, to) : content),
  }))

/** Without a new name nobody is named any more. */
function rename(cues: Cue[], from: string, to: string) {
  return cleanCues(cues.map((cue) => (cue.speaker === from ? { ...cue, speaker: to } : cue)))
}

/** `id` is the episode's. */
export const transcriptIntents = {
  take: taken,
  save: saved,
  publish: oneRow,
  unpublish: oneRow,
  delete: oneRow,
  transcribe: oneRow,
  cancel: oneRow,
  adopt: oneRow,
  discard: oneRow,
  restore: oneRow.extend({ versionId: z.coerce.number().int().positive().catch(0) }),
}
