import { z } from "zod"
import { toDay } from "#app/kit/lib/dates.ts"
import { day, optionalText } from "#app/kit/form/form-fields.ts"

/** docs/product.md 16.1: nobody is born in the future, nor before 1900. */
export const FIRST_BIRTH_DAY = "1900-01-01"

export const profileFields = {
  firstName: optionalText("Le prénom", 100),
  lastName: optionalText("Le nom", 100),
  birthDate: day("La date de naissance").refine(
    (value) => value === null || (value >= FIRST_BIRTH_DAY && value <= toDay(new Date())),
    "La date de naissance doit être comprise entre le 1er janvier 1900 et aujourd’hui",
  ),
  country: optionalText("Le pays", 100),
}

export const profileSchema = z.object({
  ...profileFields,
  displayName: optionalText("Le nom affiché", 100),
})

export type Profile = z.output<typeof profileSchema>
