import { use, useEffect, useEffectEvent, useRef, useState } from "react"
import { useRevalidator } from "react-router"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { type AutosaveState, startAutosave } from "./autosave.ts"
import { DRAFT } from "./draft-parameters.ts"
import { FormDraftsContext } from "./form-drafts.ts"

type Props = {
  /** The id of the form. */
  form: string
  /** The version of the item that the form was filled from; null for a new one. */
  basedOn: number | null
  response: FormResponse | null | undefined
  /** When it was kept is said at the top of its page (item-page.tsx). */
  hasHead?: boolean
}

/** Keeps a form, which has a `DraftField`, as a draft, and says so beside its button. */
export function AutosaveStatus({ form: formId, basedOn, response, hasHead = false }: Props) {
  const drafts = use(FormDraftsContext)
  const [state, setState] = useState<AutosaveState>()
  const { revalidate } = useRevalidator()
  const keeper = useRef<ReturnType<typeof startAutosave>>(undefined)
  const opened = drafts?.isDraftOpen ? drafts.userDraft : null

  const start = useEffectEvent((form: HTMLFormElement) => {
    if (!drafts) return
    const { kind, itemId, onKept, onSaved } = drafts
    keeper.current = startAutosave({
      form,
      about: { kind, itemId, basedOn },
      known: opened && { id: opened.id, version: opened.version },
      onState(next) {
        setState(next)
        if (next.status === "kept") onSaved(next.savedAt)
      },
      onKept,
      onForgotten: () => void revalidate(),
    })
  })
  useEffect(() => {
    const form = document.getElementById(formId)
    if (form instanceof HTMLFormElement) start(form)
    return () => keeper.current?.stop()
  }, [formId])
  useEffect(() => {
    if (response) keeper.current?.noteRefused()
  }, [response])

  if (!drafts) return null
  const problem = state && state.status !== "kept" ? PROBLEMS[state.status](state) : undefined
  return (
    <div className="draft-status">
      {state?.status === "kept" && !hasHead && <p>Brouillon enregistré {state.savedAt}</p>}
      <p role="status">{problem}</p>
      {(state?.status === "other" || state?.status === "gone") && (
        <button type="button" onClick={() => keeper.current?.takeOver()} className="office-button">
          Garder ce qui est ici
        </button>
      )}
    </div>
  )
}

/** Names the draft that a form is kept in, when it is saved. */
export function DraftField() {
  const drafts = use(FormDraftsContext)
  if (!drafts) return null
  const opened = drafts.isDraftOpen ? drafts.userDraft : null
  return <input type="hidden" name={DRAFT} defaultValue={opened?.id} disabled={opened === null} />
}

const PROBLEMS = {
  failed: (state: AutosaveState) =>
    `Brouillon non enregistré : ${"reason" in state ? state.reason : ""}. Votre texte reste ici.`,
  other: () => "Un autre brouillon existe, ou une autre fenêtre y écrit : celui-ci n’est plus enregistré.",
  gone: () => "Ce brouillon a été jeté ou enregistré ailleurs : il n’est plus gardé.",
}
