import type { FieldValues } from "#app/kit/http/forms.server.ts"
import { OPENED, HONEYPOT } from "./honeypot.schema.ts"

/** Nobody reads a form and fills it in faster. */
const MIN_MS = 2_000

/**
 * Tells people from machines by what machines do: fill in everything, at once (`Honeypot` is the form's part of it).
 *
 * @returns what to tell a person who was taken for one, or undefined
 */
export function findBot(values: FieldValues) {
  if (values[HONEYPOT]) return "Cet envoi ressemble à celui d’un robot. Envoyez-le encore une fois."
  const opened = values[OPENED] ? Number(values[OPENED]) : Number.NaN
  const filledFor = Date.now() - opened
  return filledFor >= MIN_MS
    ? undefined
    : "Cet envoi est arrivé trop vite. Attendez deux secondes, puis envoyez à nouveau."
}
