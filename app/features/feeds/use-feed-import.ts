import { useEffect, useRef, useState } from "react"
import type { ImportMessage } from "./feeds.schema.ts"
import { readNdjson } from "./ndjson.ts"

/** A feed to import: a file of this computer, or an address. */
export type ImportRequest = { source: File | string; withDeleted: boolean }

type Progress = Extract<ImportMessage, { phase: string }>
type State =
  | { step: "idle" }
  | { step: "running"; progress?: Progress }
  | ({ step: "previewed"; request: ImportRequest } & Extract<ImportMessage, { preview: unknown }>)
  | ({ step: "done" } & Extract<ImportMessage, { report: unknown }>)

/** The conversation with the importer: a preview first, then the import of just that. */
export function useFeedImport() {
  const [state, setState] = useState<State>({ step: "idle" })
  const [error, setError] = useState<string>()
  const running = useRef<AbortController>(undefined)

  function cancel() {
    running.current?.abort()
    running.current = undefined
    setState({ step: "idle" })
  }

  async function start(request: ImportRequest, digest?: string) {
    cancel()
    const controller = new AbortController()
    running.current = controller
    setState({ step: "running" })
    try {
      const last = await send(request, digest, controller.signal, (progress) =>
        setState({ step: "running", progress }),
      )
      if ("preview" in last) setState({ step: "previewed", request, ...last })
      else if ("report" in last) setState({ step: "done", ...last })
      else {
        setError(last.error)
        if (last.changed) await start(request)
        else setState({ step: "idle" })
      }
    } catch {
      if (controller.signal.aborted) return
      setError(digest === undefined ? NO_ANSWER : NO_REPORT)
      setState({ step: "idle" })
    }
  }

  // Leaving the page ends a download that nobody waits for; an import that writes goes on.
  useEffect(() => () => running.current?.abort(), [])

  return {
    state,
    error,
    setError,
    cancel,
    preview(request: ImportRequest) {
      setError(undefined)
      void start(request)
    },
    run(request: ImportRequest, digest: string) {
      setError(undefined)
      void start(request, digest)
    },
  }
}

async function send(
  { source, withDeleted }: ImportRequest,
  digest: string | undefined,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
) {
  const params = new URLSearchParams(digest === undefined ? { mode: "preview" } : { mode: "run", digest })
  if (typeof source === "string") params.set("url", source)
  if (withDeleted) params.set("with-deleted", "")
  const response = await fetch(`${STREAM}?${params}`, {
    method: "POST",
    body: typeof source === "string" ? undefined : source,
    headers: { "Content-Type": "application/octet-stream" },
    signal,
  })
  // Whoever is no longer signed in is sent to a page.
  const isAnswer = response.headers.get("Content-Type")?.startsWith("application/x-ndjson")
  if (!isAnswer || !response.body) throw new Error("no answer of the importer")
  for await (const line of readNdjson(response.body)) {
    const message = line as ImportMessage
    if ("phase" in message) onProgress(message)
    else return message
  }
  throw new Error("the answer ends early")
}

const STREAM = "/admin/import/stream"
const NO_ANSWER = "Le site n’a pas répondu comme prévu. Rechargez la page, puis réessayez."
const NO_REPORT =
  "La connexion a été coupée pendant l’import. Il a pu aboutir malgré tout\u202f: un nouvel aperçu le dira."
