import { z } from "zod"
import { agree, noted } from "./field-facts.ts"
import { completeAddress, isSitePath, isWebAddress, MAX_URL_LENGTH } from "#app/kit/lib/typed-addresses.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { toSlug } from "#app/kit/lib/slugs.ts"
import { oneLine, severalLines } from "#app/kit/lib/typed-text.ts"

// Building blocks of the forms' schemas: each takes what a browser sends (or fails to send) and says in French what is
// wrong. `label` is the field's name with its article, such as « Le titre »: what else is said of a field follows from what
// its block notes of it (field-facts.ts).

const line = () => z.string().default("").transform(oneLine)
const lines = () =>
  z
    .string()
    .default("")
    .transform((value) => severalLines(value).trim())

/** What hosts write at most in one text, in characters: a book's chapter, or all that is said in a long episode. */
export const MAX_TEXT_LENGTH = 100_000

/** On one line. @param longest in characters */
export function optionalText(label: string, longest: number) {
  return noted(line().pipe(bounded(label, longest)), { label, takes: "line", longest })
}

/** On one line. @param feminine the label's gender where its article does not tell, for « requise » */
export function requiredText(label: string, longest: number, gender?: Gender) {
  return noted(line().pipe(filled(label, longest, gender)), { label, takes: "line", longest })
}

/** On as many lines as it was typed on. */
export function optionalLines(label: string, longest: number) {
  return noted(lines().pipe(bounded(label, longest)), { label, takes: "lines", longest })
}

export function requiredLines(label: string, longest: number, gender?: Gender) {
  return noted(lines().pipe(filled(label, longest, gender)), { label, takes: "lines", longest })
}

type Gender = { feminine: boolean }

const bounded = (label: string, longest: number) => z.string().max(longest, tooLong(label, longest))
const filled = (label: string, longest: number, gender?: Gender) =>
  bounded(label, longest).min(1, agree(label, "est requis", gender))

/** A text in Markdown, where spaces and empty lines say something: as it was typed, letter for letter; empty where it shows nothing. */
export function markdownText(label: string, { isRequired = false, longest = MAX_TEXT_LENGTH } = {}) {
  const text = z
    .string()
    .default("")
    .transform((value) => (value.trim() === "" ? "" : severalLines(value)))
    .pipe(isRequired ? filled(label, longest) : bounded(label, longest))
  return noted(text, { label, takes: "markdown", longest })
}

/** An `http:` or `https:` address, completed where that is left out, or null when left empty. */
export function webAddress(label: string) {
  const wanted = "une adresse qui commence par https:// ou http://"
  return noted(address(label, isWebAddress, wanted), { label, takes: "web", longest: MAX_URL_LENGTH })
}

/** Where a picture or a clip is: a web address or a path on this site; null when left empty. */
export function mediaAddress(label: string) {
  const isValid = (value: string) => isWebAddress(value) || isSitePath(value)
  const wanted = "une adresse qui commence par https://, http:// ou /"
  return noted(address(label, isValid, wanted), { label, takes: "media", longest: MAX_URL_LENGTH })
}

function address(label: string, isValid: (value: string) => boolean, wanted: string) {
  return line()
    .transform(completeAddress)
    .pipe(
      bounded(label, MAX_URL_LENGTH).refine(
        (value) => value === "" || isValid(value),
        `${label} doit être ${wanted}`,
      ),
    )
    .transform((value) => value || null)
}

/** A box that is ticked or not there at all. @param word what the log calls it, where that is not its label: « publié » */
export function checkbox(label: string, word?: string) {
  const box = z
    .literal("on", `${label} : valeur inconnue`)
    .optional()
    .transform((value) => value === "on")
  return noted(box, { label, word, takes: "box" })
}

/** What the database's `integer` holds. */
const LARGEST = 2_147_483_647

/** A whole number from 1, or null when left empty. */
export function ordinal(label: string) {
  const number = line()
    .refine((value) => /^\d*$/.test(value) && !/^0+$/.test(value), {
      error: `${label} doit être un nombre entier à partir de 1`,
      abort: true,
    })
    .refine((value) => Number(value) <= LARGEST, `${label} est trop grand`)
    .transform((value) => (value === "" ? null : Number(value)))
  return noted(number, { label, takes: "ordinal" })
}

/** One of a list's values. */
export function choice<const Values extends readonly [string, ...string[]]>(label: string, values: Values) {
  return noted(z.enum(values, `${label} : valeur inconnue`), { label, takes: "choice" })
}

const ISO_DATE = z.iso.date()

/** A day as `YYYY-MM-DD`, or null when left empty. */
export function day(label: string) {
  const read = line()
    .refine(
      (value) => value === "" || ISO_DATE.safeParse(value).success,
      `${label} n’est pas une date valide`,
    )
    .transform((value) => value || null)
  return noted(read, { label, takes: "day" })
}

/** A day of our time, `YYYY-MM-DD`; null when left empty. */
export function boundedDay(label: string) {
  return day(label).refine(
    (value) => value === null || (value >= "1900-01-01" && value <= "2100-12-31"),
    `${label} doit être comprise entre 1900 et 2100`,
  )
}

/** The day something is published. */
export const publicationDay = () => boundedDay("La date de publication")

/** A time of day as `HH:MM`, or null when left empty. */
export function clock(label: string) {
  const read = line()
    .refine(
      (value) => value === "" || /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
      `${label} doit être écrite comme 18:30`,
    )
    .transform((value) => value || null)
  return noted(read, { label, takes: "clock" })
}

/** The last part of an address, brought into the form that slugs have (« Été à Paris » becomes `ete-a-paris`). */
export function slug() {
  const [label, longest] = ["Le slug", 200]
  const read = line()
    .transform((value) => toSlug(value))
    .pipe(filled(label, longest))
  return noted(read, { label, takes: "slug", longest })
}

const positive = z.coerce.number().int().positive().max(LARGEST)

/** A row's number, as it is read everywhere: what else a number can be written like is none. */
export const rowId = z
  .string()
  .refine((id) => parseId(id) !== undefined)
  .transform(Number)

/** What a button sends that does something with one row. */
export const oneRow = z.object({ id: rowId })

/** What identifies the row and the version that a form was filled from; neither for a new one. */
export const editedRow = oneRow.extend({ version: positive })

function tooLong(label: string, longest: number) {
  return agree(label, `doit contenir moins de ${longest.toLocaleString("fr-FR")} caractères`)
}
