import type { z } from "zod"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import type { ShownFields } from "./field-facts.ts"

/** A form's schema or, where no server parses it, what its fields hold. */
type Form = z.ZodType | Record<string, string | boolean>
type Sent<Of extends Form> = Of extends z.ZodType ? z.input<Of> : Of
type Parsed<Of extends Form> = Of extends z.ZodType ? z.output<Of> : Of

type Name<Of extends Form> = keyof Sent<Of> & string
/** Those of the fields that are on or off. */
type TickName<Of extends Form> = {
  [Field in Name<Of>]: Parsed<Of>[Field & keyof Parsed<Of>] extends boolean ? Field : never
}[Name<Of>]

declare const BOUND: unique symbol
/** A name as only `fieldsOf` gives it: a typo does not compile. */
export type BoundName = string & { readonly [BOUND]: true }

/** What ties a control to its field. */
export type BoundField = { name: BoundName; error: string | undefined; defaultValue: string | undefined }

/** The same, with what the control says. */
export type LabelledField = BoundField & ShownFields[string]

/** An item that a form edits: all that its schema makes of the fields, as it is stored. */
export type Edited<Schema extends z.ZodType> = { id: number; version: number } & z.output<Schema>

/**
 * The fields of a form: their names, what is wrong with them, and what they show, which is what was typed when the form
 * came back, else what is stored.
 *
 * @returns what is spread on the controls: `field` where there is a value, `tick` for boxes, `secret` for what is never
 *   shown again; `value` alone is for what depends on a field
 */
export function fieldsOf<Of extends Form>(
  response: FormResponse | null | undefined,
  stored?: Partial<Parsed<Of>> | null,
) {
  type Tick = TickName<Of>
  type Field = Exclude<Name<Of>, Tick>
  const typed = response?.values
  const known = (stored ?? {}) as Record<string, string | number | boolean | null | undefined>
  const secret = (name: Name<Of>) => ({ name: name as string as BoundName, error: response?.errors[name] })
  const shown = (name: Field) => (typed ? typed[name] : known[name]?.toString())
  return {
    value: (name: Field) => shown(name) ?? "",
    secret,
    field: (name: Field): BoundField => ({ ...secret(name), defaultValue: shown(name) }),
    tick: (name: Tick) => ({
      ...secret(name),
      defaultChecked: typed ? typed[name] === "on" : known[name] === true,
    }),
  }
}

/**
 * As `fieldsOf`, of a form whose page says what its schema calls the fields: the controls' labels, too, and whether they must
 * be filled.
 */
export function labelledFieldsOf<Of extends z.ZodType>(
  fields: ShownFields,
  response: FormResponse | null | undefined,
  stored?: Partial<Parsed<Of>> | null,
) {
  const { value, field, tick } = fieldsOf<Of>(response, stored)
  const said = (name: string) => fields[name] ?? { label: name }
  return {
    value,
    field: (name: Parameters<typeof field>[0]): LabelledField => ({ ...said(name), ...field(name) }),
    tick: (name: Parameters<typeof tick>[0]) => ({ ...said(name), ...tick(name) }),
  }
}
