import type { Asking } from "#app/kit/form/asking.ts"
import { SelectField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import type { roleSchema } from "./user-form.schema.ts"
import type { Right } from "#app/kit/lib/rights.ts"
import { RightsFields } from "../rights-fields.tsx"
import { ticksOf } from "../rights-fields.schema.ts"
import { type Role, ROLE_OPTIONS } from "#app/kit/lib/roles.ts"
import type { userIntents } from "./user-form.schema.ts"

export type Person = { id: string; email: string; role: Role; rights: Right[] }

/** The inside of the form that gives somebody another role. */
export function RoleFields({ user, cancel }: { user: Person; cancel: React.ReactNode }) {
  const { field, tick } = fieldsOf<typeof roleSchema>(null, { ...user, ...ticksOf(user.rights) })
  return (
    <>
      <HiddenFields fields={{ intent: "role", id: user.id } satisfies Asking<typeof userIntents>} />
      <p className="break-all">{user.email}</p>
      <SelectField
        label="Rôle"
        {...field("role")}
        options={ROLE_OPTIONS}
        hint="Tout changement met fin aux sessions de cette personne."
      />
      <RightsFields tick={tick} />
      <div className="flex flex-wrap justify-end gap-3">
        {cancel}
        <button type="submit" className="office-button office-button-main">
          Enregistrer
        </button>
      </div>
    </>
  )
}
