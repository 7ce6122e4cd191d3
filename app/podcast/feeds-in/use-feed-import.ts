import { useEffect, useRef, useState } from "react"
import { reauthenticateFirst } from "#app/accounts/auth/reauthentication/reauthentication-client.ts"
import { AUTHENTICATION_AGE_S } from "#app/accounts/auth/reauthentication/reauthentication.copy.ts"
import type { ImportMessage, ImportRow } from "./feeds.schema.ts"
import { readNdjson } from "./ndjson.ts"

/** A feed to import: a file of this computer, or an address. */
export type ImportRequest = { source: File | string; withDeleted: boolean }

type Progress = Extract<ImportMessage, { phase: string }>
type Last = Exclude<ImportMessage, { phase: string } | { rows: unknown }>
type State =
  | { step: "idle" }
  | { step: "running"; progress?: Progress }
  | ({ step: "previewed"; request: ImportRequest; rows: ImportRow[] } & Extract<Last, { preview: unknown }>)
  | ({ step: "done" } & Extract<Last, { report: unknown }>)

/** What a run is told besides the feed: what was previewed, and what the host made of it. */
type Run = { digest: string; choices?: string; identityKey?: string }

/**
 * The conversation with the importer: a preview first, then the import of what was chosen in it.
 *
 * @param onDone called after an import
 */
export function useFeedImport(onDone: () => void) {
  const [state, setState] = useState<State>({ step: "idle" })
  const [error, setError] = useState<string>()
  const running = useRef<AbortController>(undefined)

  function cancel() {
    running.current?.abort()
    running.current = undefined
    setState({ step: "idle" })
  }

  async function start(request: ImportRequest, run?: Run) {
    cancel()
    const controller = new AbortController()
    running.current = controller
    setState({ step: "running" })
    const rows: ImportRow[] = []
    try {
      const last = await send(request, run, controller.signal, {
        onProgress: (progress) => setState({ step: "running", progress }),
        onRows: (more) => rows.push(...more),
      })
      if ("preview" in last) setState({ step: "previewed", request, rows: newestFirst(rows), ...last })
      else if ("report" in last) {
        setState({ step: "done", ...last })
        onDone()
      } else {
        setError(last.error)
        if (last.changed) await start(request)
        else setState({ step: "idle" })
      }
    } catch {
      if (controller.signal.aborted) return
      setError(run === undefined ? NO_RESPONSE : NO_REPORT)
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
    async run(request: ImportRequest, run: Run) {
      setError(undefined)
      if (await reauthenticateFirst(AUTHENTICATION_AGE_S)) await start(request, run)
    },
  }
}

function newestFirst(rows: ImportRow[]) {
  return rows.toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt))
}

type Listeners = { onProgress: (progress: Progress) => void; onRows: (rows: ImportRow[]) => void }

async function send(
  { source, withDeleted }: ImportRequest,
  run: Run | undefined,
  signal: AbortSignal,
  { onProgress, onRows }: Listeners,
): Promise<Last> {
  const params = new URLSearchParams(run ? { mode: "run", digest: run.digest } : { mode: "preview" })
  if (typeof source === "string") params.set("url", source)
  if (withDeleted) params.set("with-deleted", "")
  if (run?.identityKey !== undefined) params.set("identity", run.identityKey)
  const choices = new Blob([run?.choices ?? ""])
  if (choices.size > 0) params.set("choices", String(choices.size))
  const response = await fetch(`${STREAM}?${params}`, {
    method: "POST",
    body: typeof source === "string" ? choices : new Blob([choices, source]),
    headers: { "Content-Type": "application/octet-stream" },
    signal,
  })
  // Whoever is no longer signed in is sent to a page.
  const isResponse = response.headers.get("Content-Type")?.startsWith("application/x-ndjson")
  if (!isResponse || !response.body) throw new Error("no answer of the importer")
  for await (const line of readNdjson(response.body)) {
    const message = line as ImportMessage
    if ("phase" in message) onProgress(message)
    else if ("rows" in message) onRows(message.rows)
    else return message
  }
  throw new Error("the answer ends early")
}

const STREAM = "/admin/import/stream"
const NO_RESPONSE = "Le site n’a pas répondu comme prévu. Rechargez la page, puis réessayez."
const NO_REPORT =
  "La connexion a été coupée pendant l’import. Il a pu aboutir malgré tout\u202f: un nouvel aperçu le dira."
