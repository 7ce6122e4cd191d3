import { PALETTE_FIELDS } from "./appearance/palette.ts"

/** What one row of a list holds. */
export type ItemField = {
  label: string
  /** A `page` is an address, of this site or another; what is `found` is in no form: the site adds it. */
  kind: "text" | "url" | "page" | "found" | "area" | "picture" | "switch"
  hint?: string
}

/** How a setting is written in a form: all that a browser needs to draw it. */
export type Field =
  | { kind: "text" | "email" | "url" | "color" | "switch" }
  /** @property square the least and the most pixels of a side, where it has to be square */
  | { kind: "picture"; square?: { least: number; most: number } }
  /** Never shown again: left empty, what is stored stays. */
  | { kind: "secret" }
  /** The colours of the public pages, a part for each. */
  | { kind: "palette" }
  | { kind: "area"; rows: number; isMarkdown?: true }
  | { kind: "number"; unit?: string }
  | { kind: "choice"; options: readonly Option[] }
  | { kind: "choices"; options: readonly Option[]; most: number }
  /** @property one what a row is called, as in « Ajouter une plateforme » */
  | { kind: "list"; one: string; most: number; fields: Record<string, ItemField> }

export type Option = { value: string; label: string }
type Item = Record<string, string | boolean>
/** What forms write and read, before a setting's schema has looked at it. */
export type Raw = string | number | boolean | null | Item | readonly string[] | readonly Item[]

/** A setting's value as a form has it: by name of its controls, what they send. */
export function toFields(name: string, field: Field, value: unknown): Record<string, string> {
  if (field.kind === "secret") return { [name]: "" }
  if (field.kind === "switch") return value === true ? { [name]: "on" } : {}
  if (field.kind === "palette") return partsOf(name, value ?? {})
  if (!Array.isArray(value)) return { [name]: spell(value) }
  const entries = value.flatMap((row: unknown, index): [string, string][] => {
    if (typeof row !== "object" || row === null) return [[`${name}.${index}`, spell(row)]]
    return Object.entries(row).flatMap(([part, of]): [string, string][] => {
      if (of === false) return []
      return [[`${name}.${index}.${part}`, of === true ? "on" : spell(of)]]
    })
  })
  return Object.fromEntries(entries)
}

function partsOf(name: string, value: object) {
  return Object.fromEntries(Object.entries(value).map(([part, of]) => [`${name}.${part}`, spell(of)]))
}

function spell(value: unknown) {
  if (value === null || value === undefined) return ""
  return typeof value === "string" ? value : JSON.stringify(value)
}

/** The other way round: what a form sent for a setting. Rows of a list that hold nothing are left out. */
export function fromFields(name: string, field: Field, values: Record<string, string>): Raw {
  const typed = tidy(values[name])
  switch (field.kind) {
    case "switch":
      return values[name] === "on"
    case "number":
      return typed === "" ? null : Number(typed.replace(/\s/g, "").replace(",", "."))
    case "choices":
      return [...new Set(indexesOf(name, values).map((index) => tidy(values[`${name}.${index}`])))].filter(
        Boolean,
      )
    case "palette":
      return Object.fromEntries(PALETTE_FIELDS.map((part) => [part, tidy(values[`${name}.${part}`])]))
    case "list":
      return indexesOf(name, values)
        .map((index) => rowOf(`${name}.${index}`, field.fields, values))
        .filter((row) => Object.values(row).some((part) => typeof part === "string" && part !== ""))
    default:
      return typed
  }
}

function rowOf(prefix: string, fields: Record<string, ItemField>, values: Record<string, string>): Item {
  return Object.fromEntries(
    Object.entries(fields).map(([part, { kind }]) => {
      const sent = kind === "found" ? "" : values[`${prefix}.${part}`]
      return [part, kind === "switch" ? sent === "on" : tidy(sent)]
    }),
  )
}

/** The numbers of a list's rows, in their order: rows may have been taken out between them. */
export function indexesOf(name: string, values: Record<string, string>) {
  const start = `${name}.`
  const found = Object.keys(values).flatMap((key) =>
    key.startsWith(start) ? [Number.parseInt(key.slice(start.length), 10)] : [],
  )
  return [...new Set(found)].filter((index) => index >= 0).toSorted((one, other) => one - other)
}

/** Browsers send line ends as CRLF. */
function tidy(value = "") {
  return value.replaceAll("\r\n", "\n").trim()
}
