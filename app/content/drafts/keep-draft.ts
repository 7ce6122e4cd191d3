import { DRAFTS_PATH } from "./draft-parameters.ts"

/** What `/admin/drafts` answers. */
export type KeepAnswer =
  | { outcome: "kept"; id: number; version: number; savedAt: string }
  /** Another window wrote the draft meanwhile, or it is not there any more. */
  | ({ outcome: "stale" } & Partial<KnownDraft>)
  | ({ outcome: "gone" } & Partial<KnownDraft>)
  | { outcome: "refused"; reason: string }

/** What comes back where there is no answer: it is worth another try, or not. */
export type Unanswered = { outcome: "failed"; reason: string; isFinal: boolean }

export type FormOf = { kind: string; itemId: number | null; basedOn: number | null }
export type KnownDraft = { id: number; version: number }

/** The largest body that browsers send from a page that is being left. */
const MAX_PARTING_LENGTH = 60_000

/** Sends what stands in a form to be kept. @param isLeaving the page goes: nobody waits for the answer */
export function keepDraft(form: FormOf, known: KnownDraft | null, values: string, isLeaving = false) {
  const { kind, itemId, basedOn } = form
  const fields = {
    intent: "keep",
    kind,
    item: spell(itemId),
    basedOn: spell(basedOn),
    id: spell(known?.id),
    version: spell(known?.version),
    values,
  }
  return ask(fields, isLeaving)
}

/** Takes a draft back that arrived after its form was saved. */
export function forgetDraft(id: number) {
  return ask({ intent: "forget", id: String(id) }, false)
}

const spell = (id: number | null | undefined) => String(id ?? "")

async function ask(fields: Record<string, string>, isLeaving: boolean): Promise<KeepAnswer | Unanswered> {
  const body = new URLSearchParams(fields)
  const keepalive = isLeaving && body.toString().length < MAX_PARTING_LENGTH
  try {
    const response = await fetch(DRAFTS_PATH, { method: "POST", body, keepalive, redirect: "manual" })
    if (response.ok || response.status === 400 || response.status === 409)
      return (await response.json()) as KeepAnswer
    return failure(response)
  } catch {
    const reason = navigator.onLine ? "le site ne répond pas" : "vous êtes hors ligne"
    return { outcome: "failed", reason, isFinal: false }
  }
}

function failure({ status, type }: Response): Unanswered {
  if (type === "opaqueredirect" || status === 403)
    return { outcome: "failed", reason: "vous n’êtes plus connecté, ou n’y avez plus droit", isFinal: false }
  if (status === 413) return { outcome: "failed", reason: "le texte est trop long", isFinal: true }
  return { outcome: "failed", reason: "le site ne peut pas répondre pour l’instant", isFinal: false }
}
