import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import {
  orElse,
  respondFailure,
  respondInvalid,
  respondStale,
  respondToastFailure,
  respondToClick,
  respondWithToast,
} from "#app/kit/http/responses.server.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { cleanCues } from "#app/kit/lib/cues.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import {
  adoptTranscription,
  askTranscriptions,
  cancelTranscription,
  dropTranscription,
} from "./command/ask-transcriptions.server.ts"
import { CANNOT_ADOPT, CANNOT_ASK, CANNOT_CANCEL, NOT_SET_HERE } from "./command/transcription.copy.ts"
import { fetchTranscript } from "./fetch-transcript.server.ts"
import * as transcripts from "./manage-transcripts.server.ts"
import { MAX_TRANSCRIPT } from "./formats/names.ts"
import { readTranscriptInThread } from "./read-in-thread.server.ts"
import { transcriptIntents } from "./transcript-form.schema.ts"
import { CANNOT_CHANGE, CANNOT_SAVE, IN_STUDIO, transcriptAddress } from "./transcripts.copy.ts"

/** A long transcript, each letter written as up to nine. */
const MAX_BYTES = 16_000_000
const GONE = `${CANNOT_SAVE}\u00a0: l’épisode n’existe plus`

/** Does what a form of an episode's transcript asks for. */
export async function changeTranscript(request: Request) {
  const form = await readForm(request, MAX_BYTES, undefined, MAX_TRANSCRIPT)
  const asked = parseIntent(form, transcriptIntents)
  const episodeId = parseId(form.values.id ?? "") ?? 0
  const isInStudio = new URL(request.url).searchParams.has(IN_STUDIO)
  const page = isInStudio ? undefined : transcriptAddress(episodeId)
  const click = (work: () => Promise<boolean>, done: string) =>
    respondToClick(async () => (await work()) && done, CANNOT_CHANGE, page)
  switch (asked.intent) {
    case "take":
    case "save": {
      const answered = { ...form.values }
      return orElse(
        async () => {
          if (!asked.ok) return respondInvalid(asked)
          if (asked.intent === "take") return take(episodeId, asked.value, answered, page)
          const { version } = asked.value
          const read = asked.value.cues
            ? { cues: asked.value.cues, notes: [] }
            : await readContent(asked.value)
          if ("problem" in read)
            return respondInvalid({ values: answered, errors: { content: read.problem } })
          const saved = await transcripts.saveCues(episodeId, version, read.cues)
          if (saved.outcome === "stale") return respondStale(answered, saved.version)
          if (saved.outcome !== "saved") return respondFailure(answered, GONE, 404)
          return respondSaved("Transcription enregistrée", read.notes, page)
        },
        () => respondFailure(answered, CANNOT_SAVE),
      )
    }
    case "publish":
      return click(() => transcripts.setTranscriptPublished(episodeId, true), "Transcription publiée")
    case "unpublish":
      return click(
        () => transcripts.setTranscriptPublished(episodeId, false),
        "Transcription retirée du site",
      )
    case "delete":
      return click(() => transcripts.deleteTranscript(episodeId), "Transcription supprimée")
    case "transcribe":
      return askOne(episodeId)
    case "cancel":
      return respondToClick(
        async () => (await cancelTranscription(episodeId)) && "Transcription annulée",
        CANNOT_CANCEL,
      )
    case "adopt":
      return respondToClick(
        async () => (await adoptTranscription(episodeId)) && "Transcription remplacée",
        CANNOT_ADOPT,
      )
    case "discard":
      return respondToClick(
        async () => (await dropTranscription(episodeId)) && "Transcription automatique écartée",
        CANNOT_ADOPT,
      )
    case "restore": {
      const versionId = asked.ok ? asked.value.versionId : 0
      return click(() => transcripts.restoreVersion(episodeId, versionId), "Version reprise")
    }
  }
}

/** Its list and its own page offer this: one stays where one is. */
function askOne(episodeId: number) {
  if (!getSettings().transcribe) return respondToastFailure(NOT_SET_HERE, 409)
  return orElse(
    async () => {
      const { done, refused } = await askTranscriptions([episodeId])
      if (done > 0) return respondWithToast("Transcription demandée")
      return refused > 0
        ? respondToastFailure(`${CANNOT_ASK}\u00a0: l’épisode attend déjà, ou n’a pas de son`, 409)
        : respondToastFailure(CANNOT_ASK, 404)
    },
    () => respondToastFailure(CANNOT_ASK, 500),
  )
}

/** Without a new name nobody is named any more. */
async function readContent({ content, from, to }: Record<"content" | "from" | "to", string>) {
  const read = await readTranscriptInThread(content)
  if (from === "" || "problem" in read) return read
  return {
    ...read,
    cues: cleanCues(read.cues.map((cue) => (cue.speaker === from ? { ...cue, speaker: to } : cue))),
  }
}

type Taken = { text: string; address: string }

async function take(
  episodeId: number,
  { text, address }: Taken,
  values: Record<string, string>,
  page: string | undefined,
) {
  const found = address === "" ? { text } : await fetchTranscript(address)
  if ("problem" in found) return respondInvalid({ values, errors: { address: found.problem } })
  const name = address === "" ? "text" : "address"
  const read = await readTranscriptInThread(found.text)
  if ("problem" in read) return respondInvalid({ values, errors: { [name]: read.problem } })
  const { cues, notes } = read
  const isDone = await transcripts.putTranscript(episodeId, cues, name)
  if (!isDone) return respondFailure(values, GONE, 404)
  const title = `Transcription reprise\u00a0: ${cues.length} ${cues.length > 1 ? "phrases" : "phrase"}`
  return respondSaved(title, notes, page)
}

/** @param page where one is led, unless one stays where one is */
function respondSaved(title: string, notes: string[], page: string | undefined) {
  const description = notes.join(" ")
  return page
    ? redirectWithToast(page, { kind: "success", title, description })
    : respondWithToast(title, description)
}
