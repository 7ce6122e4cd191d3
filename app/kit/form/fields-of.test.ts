import type { ComponentProps } from "react"
import { expect, test } from "vitest"
import { z } from "zod"
import type { TextField } from "./field.tsx"
import { fieldsOf } from "./fields-of.ts"
import { checkbox, requiredText } from "./form-fields.ts"
import type { PublicField } from "./public-form.tsx"

const schema = z.object({
  title: requiredText("Le titre", 5),
  season: z.coerce.number().optional(),
  isPublished: checkbox("Publier"),
})
type Schema = typeof schema

const stored = { title: "Ring", season: 2, isPublished: true }

test("a field shows what is stored until it was typed in", () => {
  const { field, tick, value } = fieldsOf<Schema>(null, stored)
  expect(field("title")).toEqual({ name: "title", defaultValue: "Ring", error: undefined })
  expect(field("season").defaultValue).toBe("2")
  expect(tick("isPublished").defaultChecked).toBe(true)
  expect(value("title")).toBe("Ring")
})

test("a refused form shows what was typed, emptied fields and boxes too, and what is wrong", () => {
  const response = { values: { title: "", season: "x" }, errors: { title: "Le titre est requis" } }
  const { field, tick } = fieldsOf<Schema>(response, stored)
  expect(field("title")).toEqual({ name: "title", defaultValue: "", error: "Le titre est requis" })
  expect(field("season").defaultValue).toBe("x")
  expect(tick("isPublished").defaultChecked).toBe(false)
})

test("a new form shows nothing, and a secret is never shown again", () => {
  const { field, tick } = fieldsOf<Schema>(undefined)
  expect(field("title").defaultValue).toBeUndefined()
  expect(tick("isPublished").defaultChecked).toBe(false)
  const { secret } = fieldsOf<Schema>({ values: { title: "Ring" }, errors: {} })
  expect(secret("title")).toEqual({ name: "title", error: undefined })
})

test("a name that the schema does not read does not compile", () => {
  const { field, tick, secret } = fieldsOf<Schema>(null)
  // @ts-expect-error -- a typo
  field("titel")
  // @ts-expect-error -- a typo
  secret("titel")
  // @ts-expect-error -- a box is no text
  field("isPublished")
  // @ts-expect-error -- a text is no box
  tick("title")
  // @ts-expect-error -- a stored value of another type
  fieldsOf<Schema>(null, { title: 3 })
  // @ts-expect-error -- a name that comes from no schema
  const office: ComponentProps<typeof TextField> = { label: "Titre", name: "title" }
  // @ts-expect-error -- nor on the public pages
  const publicField: ComponentProps<typeof PublicField> = { label: "Titre", name: "title" }
  expect(office).toEqual(publicField)
  const { field: typed } = fieldsOf<{ url: string; all: boolean }>(null)
  // @ts-expect-error -- a typo where no server parses the form
  typed("ulr")
})
