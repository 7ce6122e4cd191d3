import { z } from "zod"
import { checkbox, choice, day, oneRow, requiredText, rowId } from "#app/kit/form/form-fields.ts"
import { toDay } from "#app/kit/lib/dates.ts"

/** Without scripts a list is pasted: as much as a form holds. */
export const MAX_PASTED = 1_000_000

const pastedSchema = z.object({
  list: z
    .string()
    .default("")
    .pipe(z.string().refine((list) => list.trim() !== "", "La liste est requise")),
})

const agreedDay = day("La date de l’accord")
  .refine((value) => value !== null, "La date de l’accord est requise")
  .refine(
    (value) => value === null || (value >= "1990-01-01" && value <= toDay(new Date())),
    "La date de l’accord doit être comprise entre 1990 et aujourd’hui",
  )

/** What hosts choose for a value whose sense is a guess, by the name of its field. */
export const fateField = (place: number) => `fate-${place}` as const
export const FATE_CHOICES = ["never", "ask", "write"] as const

const startSchema = z
  .object({
    id: rowId,
    origin: requiredText("L’origine de l’accord", 300, { feminine: true }),
    agreedOn: agreedDay,
    mode: choice("Ce qu’il advient", ["ask", "confirmed"]),
    isAttested: checkbox("L’attestation"),
    isRemembered: checkbox("Le souvenir de ces départs"),
  })
  .refine(({ mode, isAttested }) => mode === "ask" || isAttested, {
    path: ["isAttested"],
    error: "Attestez que ces personnes ont confirmé, ou choisissez de leur demander",
  })

export type ImportStart = z.output<typeof startSchema>

/** What can be asked for on the page of an import. */
export const listImportIntents = {
  paste: pastedSchema,
  start: startSchema,
  remember: oneRow,
  discard: oneRow,
  undo: oneRow,
}
