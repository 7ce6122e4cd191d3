import { useRef, useSyncExternalStore } from "react"
import { EditForm, SubmitButton } from "#app/form/edit-form.tsx"
import { SelectField, TextArea, TextField } from "#app/form/field.tsx"
import { FieldNotes } from "#app/form/field-frame.tsx"
import { fieldsOf } from "#app/form/fields-of.ts"
import type { FormResponse } from "#app/http/responses.server.ts"
import { type Cue, speakersOf } from "#app/lib/cues.ts"
import { HiddenFields } from "#app/ui/hidden-fields.tsx"
import { CueRows } from "./cue-rows.tsx"
import { writeEditable } from "./formats/write-transcript.ts"
import { readTranscript } from "./formats/read-transcript.ts"

type Props = {
  audioUrl: string | null
  transcript: { id: number; version: number; cues: Cue[] }
  response: FormResponse | undefined
}

type Fields = { content: string; from: string; to: string }

/** Corrects a transcript sentence by sentence beside its sound; without scripts as one text. */
export function EditTranscript({ audioUrl, transcript, response }: Props) {
  const { id, version, cues } = transcript
  const { field, value } = fieldsOf<Fields>(response, { content: writeEditable(cues) })
  const isScripted = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
  const audio = useRef<HTMLAudioElement>(null)
  const typed = response ? readTranscript(value("content")) : cues
  const speakers = speakersOf(typed)
  return (
    <EditForm response={response} aria-label="Corriger la transcription">
      <HiddenFields
        fields={{ intent: "save", id: String(id), version: String(response?.version ?? version) }}
      />
      {speakers.length > 0 && (
        <fieldset className="form-pair min-w-0">
          <legend className="mb-1 font-semibold">Renommer quelqu’un partout</legend>
          <SelectField
            label="Qui"
            {...field("from")}
            options={["", ...speakers].map((speaker) => ({ value: speaker, label: speaker || "Personne" }))}
          />
          <TextField label="Nouveau nom" {...field("to")} hint="Vide : plus personne n’est nommé." />
        </fieldset>
      )}
      {audioUrl && (
        <audio
          ref={audio}
          controls
          preload="metadata"
          src={audioUrl}
          aria-label="Écouter l’épisode"
          className="cue-audio"
        />
      )}
      {isScripted ? (
        <>
          <CueRows
            cues={typed}
            audio={audioUrl ? audio : null}
            name={field("content").name}
            speakers={speakers}
          />
          <FieldNotes id="content" error={field("content").error} hint={undefined} />
        </>
      ) : (
        <TextArea label="Texte" {...field("content")} rows={20} hint={WEBVTT} />
      )}
      <div className="manager-form-end">
        <SubmitButton pendingText="Enregistrement...">Enregistrer</SubmitButton>
      </div>
    </EditForm>
  )
}

const WEBVTT = "En WebVTT : deux heures, puis ce qui est dit, <v Awa> devant qui parle."

const subscribeToNothing = () => () => {}
