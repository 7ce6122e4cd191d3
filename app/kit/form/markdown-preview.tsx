import { useRef, useState } from "react"

type State = { status: "loading" } | { status: "failed" } | { status: "ready"; html: string }
type Preview = ReturnType<typeof usePreview>

/** Asks the server how a text will look. A failure stays here: it must not cost the text that is being written. */
export function usePreview() {
  const [state, setState] = useState<State>({ status: "ready", html: "" })
  const latest = useRef(0)

  const load = async (markdown: string) => {
    const request = ++latest.current
    setState({ status: "loading" })
    const next = await askServer(markdown)
    if (request === latest.current) setState(next)
  }
  return { state, load }
}

export function MarkdownPreview({ preview: { state }, onRetry }: { preview: Preview; onRetry: () => void }) {
  return (
    <div className="min-h-40 rounded-xs border border-rule bg-sheet p-4" aria-live="polite">
      {state.status === "loading" && <p className="text-paper-ink">Chargement de l’aperçu…</p>}
      {state.status === "failed" && (
        <div className="flex flex-wrap items-center gap-4">
          <p className="font-semibold text-blood-dark">L’aperçu n’a pas pu être chargé.</p>
          <button type="button" onClick={onRetry} className="office-button">
            Réessayer
          </button>
        </div>
      )}
      {state.status === "ready" && state.html === "" && <p className="text-paper-ink">Rien à afficher.</p>}
      {state.status === "ready" && state.html !== "" && (
        // The server's sanitised rendering, the same as on the site.
        <div className="prose" dangerouslySetInnerHTML={{ __html: state.html }} />
      )}
    </div>
  )
}

async function askServer(markdown: string): Promise<State> {
  try {
    const response = await fetch("/admin/preview", {
      method: "POST",
      body: new URLSearchParams({ markdown }),
    })
    if (!response.ok) return { status: "failed" }
    const { html } = (await response.json()) as { html: string }
    return { status: "ready", html }
  } catch {
    return { status: "failed" }
  }
}
