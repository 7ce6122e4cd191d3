import { useEffect, useRef, useState } from "react"
import { useNavigate } from "react-router"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import { TextArea } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { TableFileField } from "#app/kit/form/table-file-field.tsx"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { useHasScripts } from "#app/kit/ui/use-has-scripts.ts"
import { IMPORT_PATH } from "./import.copy.ts"
import type { listImportIntents } from "./import.schema.ts"
import type { ListAnswer } from "./read-list.server.ts"

/** The list to import: a file where scripts run, or pasted. */
export function ListForm({ response }: { response: FormResponse | undefined }) {
  const hasScripts = useHasScripts()
  return (
    <Panel title="La liste">
      <p className="mb-5 max-w-[75ch]">
        Un tableau CSV avec une colonne d’adresses et, s’il y en a, de noms. Rien n’est ajouté avant que vous
        ayez vu ce qui le serait. Qui s’est désabonné ici ne revient pas.
      </p>
      {hasScripts && <ListFile />}
      <EditForm response={response} aria-label="Coller une liste">
        <HiddenFields fields={{ intent: "paste" }} />
        <TextArea
          label={hasScripts ? "ou la liste, collée ici" : "La liste"}
          hint="Une personne par ligne. Points-virgules, virgules ou tabulations entre les colonnes ; la première ligne peut les nommer."
          {...fieldsOf<typeof listImportIntents.paste>(response).field("list")}
          rows={8}
          placeholder={"Nom;Email\nCamille Martin;personne@exemple.fr"}
        />
        <div>
          <SubmitButton pendingText="Lecture...">Lire cette liste</SubmitButton>
        </div>
      </EditForm>
    </Panel>
  )
}

function ListFile() {
  const navigate = useNavigate()
  const [file, setFile] = useState<File>()
  const { problem, isReading, send } = useListFile((id) => void navigate(`${IMPORT_PATH}?id=${id}`))
  return (
    <div className="mb-6 grid gap-3">
      <TableFileField hint="Jusqu’à 100 Mo." error={problem} onChoose={setFile} />
      <div>
        <button
          type="button"
          className="office-button office-button-main"
          aria-disabled={isReading || !file}
          onClick={() => file && !isReading && void send(file)}
        >
          {isReading ? "Lecture..." : "Lire ce fichier"}
        </button>
      </div>
    </div>
  )
}

/** Sends a list's file as it is, and tells the number that it got. */
function useListFile(onRead: (id: number) => void) {
  const [problem, setProblem] = useState<string>()
  const [isReading, setIsReading] = useState(false)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function send(file: File) {
    const controller = new AbortController()
    running.current = controller
    setProblem(undefined)
    setIsReading(true)
    try {
      const response = await fetch(`${IMPORT_PATH}/stream?${new URLSearchParams({ name: file.name })}`, {
        method: "POST",
        body: file,
        headers: { "Content-Type": "application/octet-stream" },
        signal: controller.signal,
      })
      // Whoever is no longer signed in is sent to a page.
      if (!response.headers.get("Content-Type")?.startsWith("application/json")) throw new Error("no answer")
      const answer = (await response.json()) as ListAnswer
      if ("id" in answer) onRead(answer.id)
      else setProblem(answer.problem)
    } catch {
      if (!controller.signal.aborted) setProblem(NO_RESPONSE)
    }
    setIsReading(false)
  }

  return { problem, isReading, send }
}

const NO_RESPONSE = "Le site n’a pas répondu comme prévu. Rechargez la page, puis réessayez."
