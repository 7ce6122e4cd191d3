import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import {
  orElse,
  respondFailure,
  respondInvalid,
  respondToastFailure,
  respondToClick,
} from "#app/kit/http/responses.server.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import type { CaptionLanguage } from "#app/kit/lib/captions.ts"
import { isTimed } from "#app/kit/lib/cues.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { captionsPage } from "#app/media/media.copy.ts"
import { fetchTranscript } from "../fetch-transcript.server.ts"
import { MAX_TRANSCRIPT } from "../formats/names.ts"
import { readTranscriptInThread } from "../read-in-thread.server.ts"
import { captionsIntents } from "./captions-form.schema.ts"
import { putCaptions, removeCaptions } from "./captions.server.ts"

/** Long ones, each letter written as up to nine. */
const MAX_BYTES = 16_000_000
const CANNOT_SAVE = "Impossible d’enregistrer ces sous-titres"
const GONE = `${CANNOT_SAVE}\u00a0: la vidéo n’existe plus`
const NO_TIMES = "Ce texte n’a pas d’heures\u00a0: il faut un fichier VTT ou SRT"

/** Does what a form of a video's captions asks for. */
export async function changeCaptions(request: Request) {
  const form = await readForm(request, MAX_BYTES, undefined, MAX_TRANSCRIPT)
  const asked = parseIntent(form, captionsIntents)
  const id = parseId(form.values.id ?? "") ?? 0
  if (asked.intent === "remove-captions") {
    if (!asked.ok) return respondToastFailure(CANNOT_SAVE, 400)
    const { language } = asked.value
    return respondToClick(
      async () => (await removeCaptions(id, language)) && "Sous-titres retirés",
      CANNOT_SAVE,
    )
  }
  const values = { ...form.values }
  if (!asked.ok) return respondInvalid(asked)
  return orElse(
    () => take(id, asked.value, values),
    () => respondFailure(values, CANNOT_SAVE),
  )
}

type Taken = { language: CaptionLanguage; text: string; address: string }

async function take(id: number, { language, text, address }: Taken, values: Record<string, string>) {
  const name = address === "" ? "text" : "address"
  const found = address === "" ? { text } : await fetchTranscript(address)
  if ("problem" in found) return respondInvalid({ values, errors: { address: found.problem } })
  const read = await readTranscriptInThread(found.text)
  if ("problem" in read) return respondInvalid({ values, errors: { [name]: read.problem } })
  const { cues, notes } = read
  if (!isTimed(cues)) return respondInvalid({ values, errors: { [name]: NO_TIMES } })
  if (!(await putCaptions(id, language, cues))) return respondFailure(values, GONE, 404)
  return redirectWithToast(captionsPage(id), {
    kind: "success",
    title: `Sous-titres enregistrés\u00a0: ${cues.length} ${cues.length > 1 ? "phrases" : "phrase"}`,
    description: notes.join(" "),
  })
}
