import { data } from "react-router"
import type { z } from "zod"

export type FieldErrors = Record<string, string | undefined>
export type FieldValues = Record<string, string>

/** A refused form: everything typed, and by field what is wrong with it. */
export type Refused = { ok: false; errors: FieldErrors; values: FieldValues }

export type SentForm = Awaited<ReturnType<typeof readForm>>

/**
 * Reads the form that a request carries.
 *
 * @returns what was typed by field, and `parse`, which holds it against a schema; a field that is a file, comes more
 *   than once or holds a null character is an error of that field whatever the schema says
 * @throws a response with status 400 when the body is no form at all
 */
export async function readForm(request: Request) {
  const sent = await request.formData().catch(() => {
    throw data({ title: "Formulaire illisible" }, { status: 400 })
  })
  const values: FieldValues = {}
  const problems: FieldErrors = {}
  for (const name of new Set(sent.keys())) {
    const [value, ...more] = sent.getAll(name)
    values[name] = typeof value === "string" ? value : ""
    const problem = more.length > 0 ? REPEATED : problemOf(value)
    if (problem) problems[name] = problem
  }

  return {
    values,
    intent: values.intent,
    parse<Schema extends z.ZodType>(schema: Schema) {
      const parsed = schema.safeParse(values)
      const errors = parsed.success ? {} : firstErrors(parsed.error)
      Object.assign(errors, problems)
      if (parsed.success && Object.keys(problems).length === 0)
        return { ok: true as const, value: parsed.data }
      return { ok: false, errors, values } satisfies Refused
    },
  }
}

function problemOf(value: FormDataEntryValue | undefined) {
  if (typeof value !== "string") return "Ce champ attend un texte, pas un fichier"
  return value.includes("\0") ? "Ce champ contient un caractère interdit" : undefined
}

const REPEATED = "Ce champ a été envoyé plusieurs fois"

/** By field, in the order of the schema, the first thing that is wrong. */
function firstErrors(error: z.ZodError) {
  const errors: FieldErrors = {}
  for (const issue of error.issues) errors[String(issue.path[0] ?? "form")] ??= issue.message
  return errors
}
