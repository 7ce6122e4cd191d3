import { useEffect, useId, useRef, useState } from "react"
import { useNavigate } from "react-router"
import { FieldFrame } from "#app/kit/form/field-frame.tsx"
import { TableFileField } from "#app/kit/form/table-file-field.tsx"
import { showToast } from "#app/kit/http/client-toast.ts"
import { Panel } from "#app/kit/ui/panel.tsx"
import { IMPORT_PAGE } from "../office/paths.ts"
import { FiguresPreview } from "./figures-preview.tsx"
import { HOST_HINT, TABLE_HINT } from "./import.copy.ts"
import type { FiguresAnswer, Preview } from "./preview.server.ts"

/** The file of another host, however large: it is sent as it is, to be looked at and again to be imported. */
export function FiguresFile() {
  const id = useId()
  const [name, setName] = useState("")
  const [file, setFile] = useState<File>()
  const { preview, problem, sending, send, forget } = useSending()
  return (
    <>
      <Panel title="Le tableau">
        <form
          className="grid gap-4"
          aria-label="Le tableau"
          onSubmit={(event) => {
            event.preventDefault()
            if (file) void send(name, file, false)
          }}
        >
          <FieldFrame id={id} label="Le nom de l’hébergeur" hint={HOST_HINT}>
            <input
              id={id}
              className="control"
              required
              maxLength={60}
              aria-describedby={`${id}-hint`}
              onChange={({ currentTarget }) => {
                setName(currentTarget.value)
                forget()
              }}
            />
          </FieldFrame>
          <TableFileField
            hint={`${TABLE_HINT} Jusqu’à 100 Mo.`}
            error={problem}
            onChoose={([chosen]) => {
              setFile(chosen)
              forget()
            }}
          />
          <div>
            <button
              type="submit"
              className="office-button office-button-main"
              aria-disabled={sending !== undefined || !file}
            >
              {sending === "preview" ? "Lecture..." : "Voir ce qui serait importé"}
            </button>
          </div>
        </form>
      </Panel>
      {preview && file && (
        <FiguresPreview preview={preview}>
          <button
            type="button"
            className="office-button office-button-main"
            aria-disabled={sending !== undefined}
            onClick={() => void send(preview.name, file, true)}
          >
            {sending === "import" ? "Import en cours..." : "Importer ces chiffres"}
          </button>
        </FiguresPreview>
      )}
    </>
  )
}

/** Sends a table once at a time; what was imported is said, and the page read anew. */
function useSending() {
  const navigate = useNavigate()
  const [sending, setSending] = useState<"preview" | "import">()
  const [preview, setPreview] = useState<Preview>()
  const [problem, setProblem] = useState<string>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const forget = () => {
    running.current?.abort()
    setSending(undefined)
    setPreview(undefined)
    setProblem(undefined)
  }

  async function send(name: string, file: File, isImport: boolean) {
    if (sending) return
    const controller = new AbortController()
    running.current = controller
    setProblem(undefined)
    setSending(isImport ? "import" : "preview")
    const answer = await post(name, file, isImport, controller.signal)
    if (controller.signal.aborted) return
    setSending(undefined)
    setPreview("preview" in answer ? answer.preview : undefined)
    if ("problem" in answer) setProblem(answer.problem)
    if (!("said" in answer)) return
    showToast({ kind: "success", title: "Import terminé", description: answer.said })
    void navigate(IMPORT_PAGE, { replace: true, preventScrollReset: true })
  }

  return { preview, problem, sending, send, forget }
}

async function post(name: string, file: File, isImport: boolean, signal: AbortSignal) {
  const asked = new URLSearchParams({ name, ...(isImport && { import: "" }) })
  try {
    const response = await fetch(`${IMPORT_PAGE}/stream?${asked}`, {
      method: "POST",
      body: file,
      headers: { "Content-Type": "application/octet-stream" },
      signal,
    })
    // Whoever is no longer signed in is sent to a page.
    if (!response.headers.get("Content-Type")?.startsWith("application/json")) throw new Error("no answer")
    return (await response.json()) as FiguresAnswer
  } catch {
    return { problem: "Le site n’a pas répondu comme prévu. Rechargez la page, puis réessayez." }
  }
}
