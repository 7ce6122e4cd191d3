import { z } from "zod"
import { editedRow, oneRow } from "#app/kit/form/form-fields.ts"
import { hasMoreParts } from "#app/kit/lib/bounded-json.ts"
import {
  cleanCues,
  type Cue,
  MAX_CUE_LETTERS,
  MAX_CUES,
  MAX_LETTERS,
  MAX_SPEAKER_LETTERS,
} from "#app/kit/lib/cues.ts"
import { completeAddress, isSitePath, isWebAddress, MAX_URL_LENGTH } from "#app/kit/lib/typed-addresses.ts"
import { oneLine } from "#app/kit/lib/typed-text.ts"
import { unpackCues } from "./formats/packed-cues.ts"
import { MAX_TRANSCRIPT } from "./formats/names.ts"
import { NOTHING_TO_READ } from "./transcripts.copy.ts"

/** A transcript in any of its formats: whether there is one in it, who reads it says. */
const transcript = z
  .string()
  .default("")
  .transform((text) => text.replaceAll("\r\n", "\n"))
  .pipe(z.string().max(MAX_TRANSCRIPT, "Le texte est trop long"))

const name = (label: string) =>
  z
    .string()
    .default("")
    .transform(oneLine)
    .pipe(
      z
        .string()
        .max(MAX_SPEAKER_LETTERS, `${label} doit contenir moins de ${MAX_SPEAKER_LETTERS} caractères`),
    )

/** Where a file with a transcript in it is: a web address or a path on this site; empty when left empty. */
export const fileAddress = z
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
  )

const taken = oneRow.extend({
  text: transcript,
  address: fileAddress,
})

const time = z.number().nullable()

/** A cue in JSON: itself, and after its start, its end, who speaks and what, four more. */
const PARTS = 5

/** As the editor sends them (`packCues`), counted before any is looked at; without scripts none. */
const edited = z
  .string()
  .optional()
  .transform((packed, context) => {
    if (packed === undefined) return undefined
    if (hasMoreParts(packed, PARTS * MAX_CUES)) {
      context.addIssue(TOO_MANY)
      return z.NEVER
    }
    const { data = null } = packedCues.safeParse(parse(packed))
    const cues = data && unpackCues(data)
    const problem = cues ? problemOf(cues) : "Les phrases sont illisibles\u00a0: rechargez la page"
    if (cues && !problem) return cleanCues(cues)
    context.addIssue(problem)
    return z.NEVER
  })
  .refine((cues) => cues?.length !== 0, NOTHING_TO_READ)

const packedCues = z.array(z.tuple([time, time, z.string(), z.string()]))

/** What of a file would be cut: what a host wrote is not. */
function problemOf(cues: Cue[]) {
  const long = cues.findIndex(({ text }) => text.length > MAX_CUE_LETTERS)
  if (long !== -1) return `La phrase ${long + 1} est trop longue\u00a0: coupez-la en deux`
  const named = cues.findIndex(({ speaker = "" }) => speaker.length > MAX_SPEAKER_LETTERS)
  if (named !== -1) return `Phrase ${named + 1}\u00a0: le nom de qui parle est trop long`
  const letters = cues.reduce((sum, { text }) => sum + text.length, 0)
  return letters > MAX_LETTERS ? "Le texte est trop long" : ""
}

const TOO_MANY = `Il y a plus de ${MAX_CUES.toLocaleString("fr-FR")} phrases`

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Without scripts as `content`, in which somebody may get another name. */
const saved = editedRow.extend({
  cues: edited,
  content: transcript,
  from: name("Le nom à remplacer"),
  to: name("Le nouveau nom"),
})

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
