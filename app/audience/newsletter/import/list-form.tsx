import { useEffect, useRef, useState } from "react"
import { Link, useNavigate } from "react-router"
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
        ayez vu ce qui le serait. Qui s’est désabonné ici ne revient pas. Mailchimp et d’autres écrivent dans
        des fichiers à part qui s’est désabonné ou ne peut être joint&nbsp;: choisissez-les tous à la fois.
      </p>
      {hasScripts && <ListFiles />}
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

function ListFiles() {
  const navigate = useNavigate()
  const [files, setFiles] = useState<File[]>([])
  const { problem, reading, send } = useListFiles((id) => void navigate(`${IMPORT_PATH}?id=${id}`))
  return (
    <div className="mb-6 grid gap-3">
      <TableFileField hint="Jusqu’à 100 Mo chacun." isMultiple error={problem} onChoose={setFiles} />
      <p className="text-sm">
        Un zip, comme celui de Mailchimp, ou un fichier .gz se donne sous{" "}
        <Link to="/admin/import" className="underline">
          Diffusion, Importer
        </Link>
        &nbsp;: la liste attend ensuite ici.
      </p>
      <div>
        <button
          type="button"
          className="office-button office-button-main"
          aria-disabled={reading !== undefined || files.length === 0}
          onClick={() => files.length > 0 && reading === undefined && void send(files)}
        >
          {reading === undefined ? `Lire ${files.length > 1 ? "ces fichiers" : "ce fichier"}` : "Lecture..."}
        </button>
      </div>
      {files.length > 1 && reading && (
        <p role="status" className="text-sm wrap-anywhere">
          {reading}
        </p>
      )}
    </div>
  )
}

/** Sends a list's files as they are, one after the other, and tells the number that it got. */
function useListFiles(onRead: (id: number) => void) {
  const [problem, setProblem] = useState<string>()
  const [reading, setReading] = useState<string>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function send(files: File[]) {
    const controller = new AbortController()
    running.current = controller
    setProblem(undefined)
    let id: number | undefined
    try {
      for (const file of files) {
        setReading(file.name)
        const answer = await sendFile(file, id, controller.signal)
        if ("problem" in answer) {
          setProblem(files.length > 1 ? `${file.name}\u00a0: ${answer.problem}` : answer.problem)
          return
        }
        id = answer.id
      }
      if (id !== undefined) onRead(id)
    } catch {
      if (!controller.signal.aborted) setProblem(NO_RESPONSE)
    } finally {
      setReading(undefined)
    }
  }

  return { problem, reading, send }
}

async function sendFile(file: File, to: number | undefined, signal: AbortSignal) {
  const parameters = new URLSearchParams({ name: file.name, ...(to !== undefined && { to: String(to) }) })
  const response = await fetch(`${IMPORT_PATH}/stream?${parameters}`, {
    method: "POST",
    body: file,
    headers: { "Content-Type": "application/octet-stream" },
    signal,
  })
  // Whoever is no longer signed in is sent to a page.
  if (!response.headers.get("Content-Type")?.startsWith("application/json")) throw new Error("no answer")
  return (await response.json()) as ListAnswer
}

const NO_RESPONSE = "Le site n’a pas répondu comme prévu. Rechargez la page, puis réessayez."
