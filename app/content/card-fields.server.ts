import type { FieldValues } from "#app/kit/http/forms.server.ts"
import { CARD } from "./drafts/form-values.ts"
import type { ManagedType } from "./managed-type.server.ts"

/** The fields that a form from the card does not have, as they are stored. */
export async function otherFields(
  { cardFields, store }: ManagedType,
  id: number | undefined,
  values: FieldValues,
) {
  if (!cardFields || values[CARD] === undefined || id === undefined) return {}
  const stored = Object.entries((await store.formOf?.(id)) ?? {})
  return Object.fromEntries(stored.filter(([name]) => !cardFields.includes(name)))
}
