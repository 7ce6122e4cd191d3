import { data } from "react-router"
import type { z } from "zod"
import type { Parsed, SentForm } from "./forms.server.ts"

type Schemas = Record<string, z.ZodType>

/** One of a page's operations, told apart by `intent`: its fields parsed, or what is wrong with them. */
export type Intended<All extends Schemas> = {
  [Intent in keyof All & string]: { intent: Intent } & Parsed<z.output<All[Intent]>>
}[keyof All & string]

/**
 * Which of a page's operations a form asks for, by its field `intent`.
 *
 * @param schemas by intent, what its form has to hold; `z.object({})` for one without fields
 * @throws a response with status 400 when it is none of them
 */
export function parseIntent<const All extends Schemas>(form: SentForm, schemas: All): Intended<All> {
  const { intent = "" } = form
  const schema = Object.hasOwn(schemas, intent) ? schemas[intent] : undefined
  if (!schema) throw data({ title: "Action inconnue" }, { status: 400 })
  // What a computed key was looked up with, the compiler cannot tell.
  return { intent, ...form.parse(schema) } as Intended<All>
}
