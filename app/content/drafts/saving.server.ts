import { AsyncLocalStorage } from "node:async_hooks"
import type { FieldValues } from "#app/kit/http/forms.server.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { contentOf } from "./form-values.ts"

/** The form that is being saved: its content, and the draft that it was kept in meanwhile. */
type SavedForm = { content: FieldValues; draftId: number | undefined }

const saved = new AsyncLocalStorage<SavedForm>()

/** All that `work` writes of content comes from this form. The domains between make rows of it, and need not know. */
export function savingForm<Result>(values: FieldValues, work: () => Result) {
  return saved.run({ content: contentOf(values), draftId: parseId(values.draft ?? "") }, work)
}

/** The form that is being saved, or undefined where something else writes. */
export const savedForm = () => saved.getStore()
