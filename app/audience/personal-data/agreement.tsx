import { CheckboxField } from "#app/kit/form/checkbox-field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"

/** What goes, in words, and by which lengths: who agreed to others is asked anew. */
export type AgreementFields = { going: string; agreedTo: string }

/** Nothing is deleted by a click too many: what goes for good is to be ticked. */
export function Agreement(fields: AgreementFields) {
  const { field } = fieldsOf<{ agreed: string }>(undefined)
  return (
    <div className="border-l-4 border-blood-dark pl-4">
      <HiddenFields fields={fields} />
      <CheckboxField {...field("agreed")} label={`Effacer pour de bon\u00a0: ${fields.going}`} />
    </div>
  )
}
