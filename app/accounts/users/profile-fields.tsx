import { DateField } from "#app/kit/form/date-field.tsx"
import { TextField } from "#app/kit/form/field.tsx"
import type { BoundField } from "#app/kit/form/fields-of.ts"
import type { profileFields } from "./profile.schema.ts"

type Props = {
  /** `YYYY-MM-DD`: nobody is born later. */
  today: string
  field: (name: keyof typeof profileFields) => BoundField
  /** Fields between the names and the rest. */
  children?: React.ReactNode
}

export function ProfileFields({ today, field, children }: Props) {
  return (
    <>
      <TextField label="Prénom" {...field("firstName")} autoComplete="off" />
      <TextField label="Nom" {...field("lastName")} autoComplete="off" />
      {children}
      <DateField label="Date de naissance" {...field("birthDate")} optional min="1900-01-01" max={today} />
      <TextField label="Pays" {...field("country")} autoComplete="off" />
    </>
  )
}
