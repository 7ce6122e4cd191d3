import { useEffect, useRef, useState } from "react"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import { SelectField, TextArea, TextField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { showToast } from "#app/kit/http/client-toast.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { speakersOf } from "#app/kit/lib/cues.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { useHasScripts } from "#app/kit/ui/use-has-scripts.ts"
import { CueEditor } from "./editor/cue-editor.tsx"
import { CueFields } from "./editor/cue-fields.tsx"
import { useCueEditor } from "./editor/use-cue-editor.ts"
import { useRowWindow } from "./editor/use-row-window.ts"
import { unpackCues } from "./formats/packed-cues.ts"
import { writeEditable } from "./formats/write-transcript.ts"

type Props = {
  /** What its player plays; null where the page has one. */
  audioUrl: string | null
  transcript: { id: number; version: number; packed: string }
  response: FormResponse | undefined
}

/** Corrects a transcript sentence by sentence beside its sound; without scripts as one text. */
export function EditTranscript({ audioUrl, transcript, response }: Props) {
  const { id, packed } = transcript
  const version = Math.max(transcript.version, response?.version ?? 0)
  const editor = useCueEditor(packed)
  const [activeKey, setActiveKey] = useState<number>()
  const active = editor.rows.findIndex(({ key }) => key === activeKey)
  const window = useRowWindow(editor.rows, active)
  const form = useRef<HTMLDivElement>(null)
  const returnTo = useRef<HTMLElement>(null)
  const isScripted = useHasScripts()
  const save = () => {
    returnTo.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    form.current?.querySelector("form")?.requestSubmit()
  }
  // Refused, the form leads to why.
  useEffect(() => {
    returnTo.current = null
  }, [response])
  // The form takes the focus to its button; who saved by a key goes on typing.
  const goOn = () => {
    returnTo.current?.focus({ preventScroll: true })
    returnTo.current = null
  }
  const leadToTime = (row: number) => {
    showToast({
      kind: "error",
      title: "Heure illisible",
      description: WRONG_TIME.replace("{n}", `${row + 1}`),
    })
    window.focus(editor.rows, row, "start")
  }
  return (
    <>
      {isScripted && (
        <CueEditor
          editor={editor}
          window={window}
          active={active}
          onActivate={setActiveKey}
          audioUrl={audioUrl}
          onSave={save}
        />
      )}
      <div ref={form} className="mt-4">
        <EditForm response={response} aria-label="Corriger la transcription">
          <HiddenFields fields={{ intent: "save", id: String(id), version: String(version) }} />
          <noscript>
            <PlainFields packed={packed} response={response} />
          </noscript>
          {isScripted && <CueFields editor={editor} onFresh={goOn} onWrongTime={leadToTime} />}
          {response?.errors.cues && (
            <p role="alert" tabIndex={-1} className="font-semibold text-blood-dark outline-none">
              {response.errors.cues}
            </p>
          )}
          <div className="manager-form-end">
            <SubmitButton pendingText="Enregistrement...">Enregistrer la transcription</SubmitButton>
          </div>
        </EditForm>
      </div>
    </>
  )
}

const WRONG_TIME = "L’heure de la phrase {n} s’écrit comme 12:34 ou 1:02:03.5. Rien n’est enregistré."
const WEBVTT = "En WebVTT\u00a0: deux heures, puis ce qui est dit, <v Awa> devant qui parle."

type Fields = { content: string; from: string; to: string }

/** All of it as one text. In a browser that runs scripts it is not made at all. */
function PlainFields({ packed, response }: { packed: string; response: FormResponse | undefined }) {
  const cues = unpackCues(packed)
  const { field } = fieldsOf<Fields>(response, { content: writeEditable(cues) })
  const speakers = speakersOf(cues)
  return (
    <div className="grid gap-5">
      {speakers.length > 0 && (
        <fieldset className="form-pair min-w-0">
          <legend className="mb-1 font-semibold">Renommer quelqu’un partout</legend>
          <SelectField
            label="Qui"
            {...field("from")}
            options={["", ...speakers].map((speaker) => ({ value: speaker, label: speaker || "Personne" }))}
          />
          <TextField label="Nouveau nom" {...field("to")} hint={"Vide\u00a0: plus personne n’est nommé."} />
        </fieldset>
      )}
      <TextArea label="Texte" {...field("content")} rows={20} hint={WEBVTT} />
    </div>
  )
}
