import { registerKeeper } from "#app/kit/form/unsaved.ts"
import { DRAFT } from "./draft-parameters.ts"
import { fieldsIn } from "./form-values.ts"
import { forgetDraft, type FormOf, keepDraft, type KnownDraft } from "./keep-draft.ts"

/** What a form says of its draft. */
export type AutosaveState =
  | { status: "kept"; savedAt: string }
  | { status: "failed"; reason: string }
  /** Another window writes the same draft, or it was thrown away: nothing is kept until the person says so. */
  | { status: "other" | "gone" }

type Options = {
  form: HTMLFormElement
  about: FormOf
  /** The draft that the form was filled with. */
  known: KnownDraft | null
  onState: (state: AutosaveState) => void
  /** Called with each draft that the form becomes. */
  onKept: (id: number) => void
  /** Called when a draft is gone that was still on its way when its form was saved. */
  onForgotten: () => void
}

const PAUSE_MS = 3_000
/** Whoever types without a pause is kept as well. */
const MAX_WAIT_MS = 10_000
const RETRY_MS = 10_000

/** Keeps what is typed in a form, three seconds after the last letter, once it has a title. */
export function startAutosave({ form, about, known, onState, onKept, onForgotten }: Options) {
  let draft = known
  /** The draft that the form named when it was sent: what saves the form takes it. */
  let named: number | undefined
  let kept = valuesOf(form)
  let timer: ReturnType<typeof setTimeout> | undefined
  let changedAt: number | undefined
  let isSending = false
  let answering: ReturnType<typeof keepDraft> | undefined
  let isHeld = false
  let isSubmitted = false
  let isStopped = false

  const wait = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void save(), ms)
  }

  async function save(isLeaving = false) {
    const values = valuesOf(form)
    if (isHeld || isSubmitted || values === kept || !hasTitle(form)) return
    if (isSending) return wait(PAUSE_MS)
    isSending = true
    changedAt = undefined
    const isFirst = draft === null
    answering = keepDraft(about, draft, values, isLeaving)
    const answer = await answering
    isSending = false
    if (answer.outcome === "kept") {
      draft = { id: answer.id, version: answer.version }
      if (isStopped && isSubmitted) return forgetLate()
      kept = values
      onState({ status: "kept", savedAt: answer.savedAt })
      if (isFirst) onKept(answer.id)
      if (valuesOf(form) !== kept) wait(PAUSE_MS)
    } else if (answer.outcome === "stale") {
      isHeld = true
      draft = answer.id && answer.version ? { id: answer.id, version: answer.version } : null
      onState({ status: "other" })
    } else if (answer.outcome === "gone") {
      isHeld = true
      draft = null
      onState({ status: "gone" })
    } else {
      onState({ status: "failed", reason: answer.reason })
      if (answer.outcome === "failed" && !answer.isFinal && !isStopped) wait(RETRY_MS)
    }
  }

  /** Its form was saved while it was on its way: nothing is left to be kept. */
  async function forgetLate() {
    if (!draft || draft.id === named) return
    await forgetDraft(draft.id)
    onForgotten()
  }

  const unregister = registerKeeper(form, {
    isKept: () => draft !== null && !isHeld && valuesOf(form) === kept && !hasFiles(form),
    async keep() {
      await answering
      await save()
      return this.isKept()
    },
  })

  const onChange = () => {
    isSubmitted = false
    changedAt ??= Date.now()
    wait(Math.max(0, Math.min(PAUSE_MS, changedAt + MAX_WAIT_MS - Date.now())))
  }
  const onSubmit = () => {
    isSubmitted = true
    clearTimeout(timer)
    named = draft?.id
    bringDraft(form, named)
  }
  const onOnline = () => void save()
  const onHidden = () => {
    if (document.visibilityState === "hidden") void save(true)
  }
  form.addEventListener("input", onChange)
  form.addEventListener("change", onChange)
  form.addEventListener("submit", onSubmit)
  window.addEventListener("online", onOnline)
  document.addEventListener("visibilitychange", onHidden)

  return {
    /** The person wants what stands here, whatever is in the draft. */
    takeOver() {
      isHeld = false
      void save()
    },
    /** The form came back: it was not saved. */
    noteRefused() {
      if (!isSubmitted) return
      isSubmitted = false
      wait(PAUSE_MS)
    },
    stop() {
      // Whoever leaves within the three seconds finds it again.
      if (changedAt !== undefined) void save(true)
      isStopped = true
      unregister()
      clearTimeout(timer)
      if (isSubmitted && !isSending) void forgetLate()
      form.removeEventListener("input", onChange)
      form.removeEventListener("change", onChange)
      form.removeEventListener("submit", onSubmit)
      window.removeEventListener("online", onOnline)
      document.removeEventListener("visibilitychange", onHidden)
    },
  }
}

/** The field that names the draft is there while the form is sent: no other change of the form is to be seen in it. */
function bringDraft(form: HTMLFormElement, id: number | undefined) {
  const field = form.elements.namedItem(DRAFT)
  if (!(field instanceof HTMLInputElement) || !field.disabled || id === undefined) return
  field.value = String(id)
  field.disabled = false
  setTimeout(() => (field.disabled = true))
}

/** A form's content as text, alike for the same content. */
function valuesOf(form: HTMLFormElement) {
  const fields = [...new FormData(form)].filter(
    (field): field is [string, string] => typeof field[1] === "string",
  )
  return JSON.stringify(fieldsIn(Object.fromEntries(fields)))
}

/** Files go with the form only. */
function hasFiles(form: HTMLFormElement) {
  return [...new FormData(form).values()].some((value) => value instanceof File && value.size > 0)
}

function hasTitle(form: HTMLFormElement) {
  const title = new FormData(form).get("title")
  return typeof title === "string" && title.trim() !== ""
}
