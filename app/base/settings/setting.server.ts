import { isIP } from "node:net"
import { z } from "zod"
import type { Settings as Started } from "#app/kit/lib/settings.server.ts"
import { completeAddress, isSitePath, isWebAddress, MAX_URL_LENGTH } from "#app/kit/lib/typed-addresses.ts"
import { oneLine, severalLines } from "#app/kit/lib/typed-text.ts"
import type { Field, ItemField, Option } from "./fields.ts"

/** One thing that hosts may set: from it come the form, the validation, the storage and the documentation. */
export type Setting<Value = unknown> = {
  label: string
  help?: string
  /** Further ones by which hosts may look for it. */
  words?: string
  field: Field
  /** Of what is stored; a form's own spelling is read by `fromFields`. */
  schema: z.ZodType<Value>
  /** Of what forms may set, where that is less than what may be stored. */
  settable?: z.ZodType<Value>
  default: Value
  /** Instead of the default on a site that shows nothing of the podcast it was made for (`texts.isNeutral`). */
  elsewhere?: Value
  /** It shows in the frame of all pages, which a change makes stale as a whole. */
  isOnEveryPage?: boolean
  /** What the site was started with wins, and the form says so. */
  fixed?: { variable: string; value: (started: Started) => Value | undefined }
  /** Without it on every site; otherwise only where it could do something. */
  isOffered?: (started: Started) => boolean
  /** Few hosts need it: it stands below the others, closed. */
  isAdvanced?: boolean
}

/** Settings that most hosts never need. */
export function advanced<Settings extends Record<string, object>>(settings: Settings): Settings {
  const marked = Object.entries(settings).map(([name, of]) => [name, { ...of, isAdvanced: true }])
  return Object.fromEntries(marked) as Settings
}

type About<Value> = Pick<
  Setting<Value>,
  "help" | "words" | "default" | "elsewhere" | "isOnEveryPage" | "fixed" | "isOffered"
>
type TextOptions = About<string> & { longest?: number; isRequired?: boolean }

const LONGEST_LINE = 200
const LONGEST_TEXT = 2_000

export function text(label: string, { longest = LONGEST_LINE, isRequired, ...about }: TextOptions) {
  return setting({ label, ...about, field: { kind: "text" }, schema: line(label, longest, isRequired) })
}

export function area(
  label: string,
  {
    rows = 4,
    longest = LONGEST_TEXT,
    isRequired,
    isMarkdown,
    ...about
  }: TextOptions & { rows?: number; isMarkdown?: true },
) {
  return setting({
    label,
    ...about,
    field: { kind: "area", rows, isMarkdown },
    schema: lines(label, longest, isRequired),
  })
}

export function email(label: string, about: About<string>) {
  const schema = line(label, 255).refine(
    (value) => value === "" || z.email().safeParse(value).success,
    `« ${label} » n’est pas une adresse e-mail`,
  )
  return setting({ label, ...about, field: { kind: "email" }, schema })
}

/** What is encrypted, and shown nobody again. */
export function secret(label: string, about: About<string>) {
  return setting({ label, ...about, field: { kind: "secret" }, schema: bounded(label, LONGEST_TEXT) })
}

/** The name or number by which a mail server is found, without a port. */
export function mailServer(label: string, about: About<string>) {
  const wrong = `« ${label} » doit être le nom d’un serveur, sans https:// ni port`
  const schema = line(label, 253)
    .transform((value) => value.toLowerCase())
    .pipe(z.string().refine((value) => value === "" || isHostName(value), wrong))
  return setting({ label, ...about, field: { kind: "text" }, schema })
}

export function isHostName(value: string) {
  if (isIP(value)) return true
  return value.split(".").every((label) => /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u.test(label))
}

export function webAddress(label: string, about: About<string>) {
  return setting({ label, ...about, field: { kind: "url" }, schema: address(label, isWebAddress, WEB) })
}

/** A picture's address, which the library gives, or a web address. */
export function picture(
  label: string,
  { square, ...about }: About<string> & { square?: { least: number; most: number } },
) {
  const schema = address(label, (value) => isWebAddress(value) || isSitePath(value), WEB_OR_PATH)
  return setting({ label, ...about, field: { kind: "picture", square }, schema })
}

/** A whole number. */
export function number(
  label: string,
  { least, most, unit, ...about }: About<number> & { least: number; most: number; unit?: string },
) {
  const range = `« ${label} » doit être un nombre entier compris entre ${least} et ${most.toLocaleString("fr-FR")}`
  const schema = z.number(range).int(range).min(least, range).max(most, range)
  return setting({ label, ...about, field: { kind: "number", unit }, schema })
}

/** Where a mail server listens: forms take its protocol's ports only, or tests of it would tell what else a network has. */
export function mailPort(label: string, { ports, ...about }: About<number> & { ports: readonly number[] }) {
  const wanted = `« ${label} » doit être l’un des ports d’un serveur d’e-mails : ${OR.format(ports.map(String))}`
  return { ...number(label, { ...about, least: 1, most: 65_535 }), settable: z.literal(ports, wanted) }
}

const OR = new Intl.ListFormat("fr", { type: "disjunction" })

export function flag(label: string, about: About<boolean>) {
  return setting({ label, ...about, field: { kind: "switch" }, schema: z.boolean() })
}

/** @param options by value, their labels */
export function choice<const Value extends string>(
  label: string,
  options: Record<Value, string>,
  about: About<NoInfer<Value>>,
) {
  const schema = z.enum(Object.keys(options) as Value[], `« ${label} » : valeur inconnue`)
  return setting<Value>({ label, ...about, field: { kind: "choice", options: toOptions(options) }, schema })
}

/** @param most how many may be chosen */
export function choices(
  label: string,
  options: Record<string, string>,
  { most, ...about }: About<string[]> & { most: number },
) {
  const schema = z
    .array(z.enum(Object.keys(options), `« ${label} » : valeur inconnue`))
    .max(most, `« ${label} » : ${most} au plus`)
  return setting({ label, ...about, field: { kind: "choices", options: toOptions(options), most }, schema })
}

type Row<Fields extends Record<string, ItemField>> = {
  [Part in keyof Fields]: Fields[Part]["kind"] extends "switch" ? boolean : string
}

/**
 * Rows in an order that hosts choose.
 *
 * @param fields of a row; the first that is no switch cannot be empty, nor can those that `needs` names
 */
export function list<const Fields extends Record<string, ItemField>>(
  label: string,
  fields: Fields,
  { one, most, needs, ...about }: About<Row<NoInfer<Fields>>[]> & ListOptions,
) {
  const first = Object.keys(fields).find((part) => fields[part]?.kind !== "switch")
  const parts = Object.entries(fields).map(([part, of]) => [
    part,
    partSchema(of, part === first || needs?.includes(part)),
  ])
  const row = z.object(Object.fromEntries(parts)) as unknown as z.ZodType<Row<Fields>>
  const schema = z.array(row).max(most, `« ${label} » : ${most} au plus`)
  return setting({ label, ...about, field: { kind: "list", one, most, fields }, schema })
}

type ListOptions = { one: string; most: number; needs?: string[] }

function partSchema({ kind, label }: ItemField, isRequired = false) {
  if (kind === "switch") return z.boolean()
  if (kind === "area") return lines(label, LONGEST_TEXT, isRequired)
  if (kind === "text" || kind === "found") return line(label, LONGEST_LINE, isRequired)
  const filled = (value: string) => value !== "" || !isRequired
  return address(label, (value) => isWebAddress(value) || isSitePath(value), WEB_OR_PATH).refine(
    filled,
    `« ${label} » est à remplir`,
  )
}

const WEB = "une adresse qui commence par https:// ou http://"
const WEB_OR_PATH = "une adresse qui commence par https://, http:// ou /"

function address(label: string, isValid: (value: string) => boolean, wanted: string) {
  return z
    .string()
    .transform((value) => completeAddress(oneLine(value)))
    .pipe(
      z
        .string()
        .max(MAX_URL_LENGTH, tooLong(label, MAX_URL_LENGTH))
        .refine((value) => value === "" || isValid(value), `« ${label} » doit être ${wanted}`),
    )
}

function line(label: string, longest: number, isRequired?: boolean) {
  return z
    .string()
    .transform(oneLine)
    .pipe(bounded(label, longest, isRequired))
}

function lines(label: string, longest: number, isRequired?: boolean) {
  return z
    .string()
    .transform(severalLines)
    .pipe(bounded(label, longest, isRequired))
}

function bounded(label: string, longest: number, isRequired = false) {
  return z
    .string()
    .min(isRequired ? 1 : 0, `« ${label} » est à remplir`)
    .max(longest, tooLong(label, longest))
}

function tooLong(label: string, longest: number) {
  return `« ${label} » doit contenir ${longest.toLocaleString("fr-FR")} caractères au plus`
}

function toOptions(options: Record<string, string>): Option[] {
  return Object.entries(options).map(([value, label]) => ({ value, label }))
}

/** Lets the kind of value follow from schema and default. */
export function setting<Value>(definition: Setting<Value>) {
  return definition
}
