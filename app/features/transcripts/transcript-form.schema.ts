import { z } from "zod"
import { editedRow, oneRow } from "#app/form/form-fields.ts"
import { cleanCues, type Cue, MAX_SPEAKER_LETTERS } from "#app/lib/cues.ts"
import { completeAddress, isSitePath, isWebAddress, MAX_URL_LENGTH } from "#app/lib/typed-addresses.ts"
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

const saved = editedRow
  .extend({
    content: transcript.transform((text) => readTranscript(text)).refine((cues) => cues.length > 0, NOTHING),
    from: name("Le nom à remplacer"),
    to: name("Le nouveau nom"),
  })
  .transform(({ content, from, to, ...row }) => ({
    ...row,
    cues: from ? rename(content, from, to) : content,
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
