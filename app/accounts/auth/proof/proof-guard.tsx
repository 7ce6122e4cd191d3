import { useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { Dialog } from "#app/kit/ui/dialog.tsx"
import { proofAgeFor } from "./dangerous-deeds.ts"
import { onProofAsked, proveByPassword, proveFirst } from "./proof-client.ts"
import { CONFIRM_REASON, CONFIRM_TITLE, PROOF } from "./proof.copy.ts"
import { ProofFields } from "./proof-fields.tsx"
import type { Means } from "./proof.server.ts"

type Question = { means: Means; answer: (isProved: boolean) => void }

/** Holds the form of a dangerous deed back until the person proved who they are; one for the whole back office. */
export function ProofGuard() {
  const [question, setQuestion] = useState<Question>()
  useEffect(() => onProofAsked((means) => new Promise((answer) => setQuestion({ means, answer }))), [])
  useEffect(holdDangerousForms, [])

  const end = (isProved: boolean) => {
    // Before the form goes on: the focus is back in it, and the dialogs around it close one after the other.
    flushSync(() => setQuestion(undefined))
    question?.answer(isProved)
  }
  return (
    <Dialog isOpen={question !== undefined} onClose={() => end(false)} title={CONFIRM_TITLE}>
      {question && <ProofForm means={question.means} onEnd={end} />}
    </Dialog>
  )
}

function ProofForm({ means, onEnd }: { means: Means; onEnd: (isProved: boolean) => void }) {
  const [isWaiting, setIsWaiting] = useState(false)
  const [problem, setProblem] = useState<string>()
  const form = useRef<HTMLFormElement>(null)

  async function prove(event: React.SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isWaiting) return
    setIsWaiting(true)
    const password = new FormData(event.currentTarget).get(PROOF)
    const found = await proveByPassword(typeof password === "string" ? password : "")
    if (!found) return onEnd(true)
    setIsWaiting(false)
    setProblem(found)
    const field = form.current?.querySelector<HTMLInputElement>(`[name=${PROOF}]`)
    field?.focus()
    field?.select()
  }

  return (
    <form ref={form} onSubmit={(event) => void prove(event)} noValidate className="grid gap-5">
      <p>{CONFIRM_REASON}</p>
      <ProofFields
        means={means}
        error={problem}
        onProved={() => onEnd(true)}
        isWaiting={isWaiting}
        cancel={
          <button type="button" onClick={() => onEnd(false)} className="office-button">
            Annuler
          </button>
        }
      />
    </form>
  )
}

/** @returns the function that stops it */
function holdDangerousForms() {
  const held = new Set<HTMLFormElement>()
  let isReleased = false

  const onSubmit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement
    const age = isReleased ? undefined : proofAgeFor(form, event.submitter)
    if (age === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (!held.has(form)) void hold(form, event.submitter, age)
  }

  async function hold(form: HTMLFormElement, submitter: HTMLElement | null, age: number) {
    held.add(form)
    const maySend = await proveFirst(age)
    held.delete(form)
    if (!maySend || !form.isConnected) return
    isReleased = true
    form.requestSubmit(submitter)
    isReleased = false
  }

  // React listens on the document: it is not to hear of what is held.
  window.addEventListener("submit", onSubmit, { capture: true })
  return () => window.removeEventListener("submit", onSubmit, { capture: true })
}
