import type { FieldValues } from "#app/kit/http/forms.server.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { contentOf } from "./form-values.ts"

/** What stands in a form that is saved, word for word, for its version; and the draft that it was kept in meanwhile. */
export type TypedForm = { content: FieldValues; draftId: number | undefined }

/** A form as it was sent. */
export function typedForm(values: FieldValues): TypedForm {
  return { content: contentOf(values), draftId: parseId(values.draft ?? "") }
}
