import { useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { Dialog } from "#app/kit/ui/dialog.tsx"
import { authenticationAgeFor } from "./dangerous-actions.ts"
import {
  onReauthenticationAsked,
  reauthenticateByPassword,
  reauthenticateFirst,
} from "./reauthentication-client.ts"
import { CONFIRM_REASON, CONFIRM_TITLE, REAUTHENTICATION_FIELD } from "./reauthentication.copy.ts"
import { ReauthenticationFields } from "./reauthentication-fields.tsx"
import type { Means } from "./reauthentication.server.ts"

type Question = { means: Means; answer: (isRecentlyAuthenticated: boolean) => void }

/** Holds the form of a dangerous action back until the person re-authenticated; one for the whole back office. */
export function ReauthenticationGuard() {
  const [question, setQuestion] = useState<Question>()
  useEffect(
    () => onReauthenticationAsked((means) => new Promise((answer) => setQuestion({ means, answer }))),
    [],
  )
  useEffect(holdDangerousForms, [])

  const end = (isRecentlyAuthenticated: boolean) => {
    // Before the form goes on: the focus is back in it, and the dialogs around it close one after the other.
    flushSync(() => setQuestion(undefined))
    question?.answer(isRecentlyAuthenticated)
  }
  return (
    <Dialog isOpen={question !== undefined} onClose={() => end(false)} title={CONFIRM_TITLE}>
      {question && <ReauthenticationForm means={question.means} onEnd={end} />}
    </Dialog>
  )
}

function ReauthenticationForm({
  means,
  onEnd,
}: {
  means: Means
  onEnd: (isRecentlyAuthenticated: boolean) => void
}) {
  const [isWaiting, setIsWaiting] = useState(false)
  const [problem, setProblem] = useState<string>()
  const form = useRef<HTMLFormElement>(null)

  async function reauthenticate(event: React.SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isWaiting) return
    setIsWaiting(true)
    const password = new FormData(event.currentTarget).get(REAUTHENTICATION_FIELD)
    const found = await reauthenticateByPassword(typeof password === "string" ? password : "")
    if (!found) return onEnd(true)
    setIsWaiting(false)
    setProblem(found)
    const field = form.current?.querySelector<HTMLInputElement>(`[name=${REAUTHENTICATION_FIELD}]`)
    field?.focus()
    field?.select()
  }

  return (
    <form ref={form} onSubmit={(event) => void reauthenticate(event)} noValidate className="grid gap-5">
      <p>{CONFIRM_REASON}</p>
      <ReauthenticationFields
        means={means}
        error={problem}
        onReauthenticated={() => onEnd(true)}
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
    const age = isReleased ? undefined : authenticationAgeFor(form, event.submitter)
    if (age === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (!held.has(form)) void hold(form, event.submitter, age)
  }

  async function hold(form: HTMLFormElement, submitter: HTMLElement | null, age: number) {
    held.add(form)
    const maySend = await reauthenticateFirst(age)
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
