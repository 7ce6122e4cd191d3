import type { FieldErrors } from "#app/http/forms.server.ts"
import { DateField } from "#app/form/date-field.tsx"
import { TextField } from "#app/form/field.tsx"

type Props = {
  /** `YYYY-MM-DD`: nobody is born later. */
  today: string
  errors: FieldErrors
  value: (name: string) => string
  /** Fields between the names and the rest. */
  children?: React.ReactNode
}

export function ProfileFields({ today, errors, value, children }: Props) {
  return (
    <>
      <TextField
        label="Prénom"
        name="firstName"
        autoComplete="off"
        defaultValue={value("firstName")}
        error={errors.firstName}
      />
      <TextField
        label="Nom"
        name="lastName"
        autoComplete="off"
        defaultValue={value("lastName")}
        error={errors.lastName}
      />
      {children}
      <DateField
        label="Date de naissance"
        name="birthDate"
        optional
        min="1900-01-01"
        max={today}
        defaultValue={value("birthDate")}
        error={errors.birthDate}
      />
      <TextField
        label="Pays"
        name="country"
        autoComplete="off"
        defaultValue={value("country")}
        error={errors.country}
      />
    </>
  )
}
