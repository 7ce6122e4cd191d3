import { data } from "react-router"
import type { z } from "zod"

export type FieldErrors = Record<string, string | undefined>
export type FieldValues = Record<string, string>

/** A refused form: everything typed, and by field what is wrong with it. */
export type Refused = { ok: false; errors: FieldErrors; values: FieldValues }

/** A form held against a schema. */
export type Parsed<Value> = { ok: true; value: Value } | Refused

/** A form as it was sent. */
export type SentForm = {
  /** What was typed, by field. */
  values: FieldValues
  /** A password that came along to re-authenticate who sends the form: it is in no answer. */
  reauthentication: string | undefined
  intent: string | undefined
  /** Holds it against a schema; a field that came more than once or holds a null character is wrong whatever that says. */
  parse<Schema extends z.ZodType>(schema: Schema): Parsed<z.output<Schema>>
  /** The same form, with these values in the fields that it does not have. */
  complete(known: FieldValues): SentForm
}

/** A visitor's form: the longest comment takes a third of it, each letter written as up to nine. */
const MAX_BYTES = 64_000
/** A form with one of the back office's long texts, each letter written as up to nine. */
export const LONG_TEXT_BYTES = 1_000_000
/** The largest form here has about twenty, but for those that hold lists. */
const MAX_FIELDS = 100
const MAX_NAME_LENGTH = 100

/**
 * Reads the form that a request carries, as far as its bounds: what is longer is refused before it is taken.
 *
 * @param maxBytes of the body, in which a letter such as « é » takes six
 * @param maxLetters of a field: so long a text is not sent back with what is wrong with it, as that would hold up others
 * @throws a response with status 413 when there is too much of it, 415 when it is none of the forms here, 400 when it has
 *   fields that no form has
 */
export async function readForm(
  request: Request,
  maxBytes = MAX_BYTES,
  maxFields = MAX_FIELDS,
  maxLetters = Infinity,
): Promise<SentForm> {
  const values: FieldValues = {}
  const problems: FieldErrors = {}
  for (const [name, value] of parseFields(await readText(request, maxBytes), maxFields)) {
    if (value.length > maxLetters) throw refusal(413, TOO_LARGE, SHORTEN)
    if (Object.hasOwn(values, name)) {
      problems[name] = "Ce champ a été envoyé plusieurs fois"
    } else {
      values[name] = value
      if (value.includes("\0")) problems[name] = "Ce champ contient un caractère interdit"
    }
  }
  return formWith(values, problems)
}

function formWith(values: FieldValues, problems: FieldErrors): SentForm {
  const { proof: reauthentication, ...typed } = values
  return {
    values: typed,
    reauthentication,
    intent: values.intent,
    complete: (known) => formWith({ ...known, ...values }, problems),
    parse(schema) {
      const parsed = schema.safeParse(values)
      const errors = parsed.success ? {} : firstErrors(parsed.error)
      Object.assign(errors, problems)
      if (parsed.success && Object.keys(problems).length === 0) return { ok: true, value: parsed.data }
      return { ok: false, errors, values: typed }
    },
  }
}

/** Forms carry no files: those are sent as they are, elsewhere. */
const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i

async function readText(request: Request, maxBytes: number) {
  if (!FORM.test(request.headers.get("Content-Type") ?? "")) throw refusal(415, "Formulaire illisible")
  return readBody(request, maxBytes)
}

/**
 * What a request carries, as text, as far as its bounds.
 *
 * @throws a response with status 413 when it is longer
 */
export async function readBody(request: Request, maxBytes: number) {
  if (Number(request.headers.get("Content-Length")) > maxBytes) throw refusal(413, TOO_LARGE, SHORTEN)
  const reader = request.body?.getReader()
  const chunks: Uint8Array[] = []
  let bytes = 0
  while (reader) {
    const { done, value } = await reader.read().catch(unreadable)
    if (done) break
    bytes += value.length
    // The rest is the server's to throw away: cancelling would end the connection before the answer is read.
    if (bytes > maxBytes) throw refusal(413, TOO_LARGE, SHORTEN)
    chunks.push(value)
  }
  return Buffer.concat(chunks).toString()
}

function* parseFields(text: string, maxFields: number) {
  let count = 0
  for (let at = text.indexOf("&"); at >= 0; at = text.indexOf("&", at + 1)) {
    if ((count += 1) >= maxFields) throw refusal(400, "Formulaire illisible")
  }
  for (const [name, value] of new URLSearchParams(text)) {
    if (name.length > MAX_NAME_LENGTH) throw refusal(400, "Formulaire illisible")
    yield [name, value] as const
  }
}

const TOO_LARGE = "Cet envoi est trop volumineux"
const SHORTEN = "Raccourcissez votre texte, puis envoyez-le à nouveau."

function unreadable(): never {
  throw refusal(400, "Formulaire illisible")
}

function refusal(status: number, title: string, text = "Rechargez la page, puis envoyez à nouveau.") {
  return data({ title, text, backTo: "/", backLabel: "Retour à l’accueil" }, { status })
}

/** By field, in the order of the schema, the first thing that is wrong; of a list also by the part of its row (`links.0.url`). */
function firstErrors(error: z.ZodError) {
  const errors: FieldErrors = {}
  for (const { path, message } of error.issues) {
    errors[String(path[0] ?? "form")] ??= message
    if (path.length > 1) errors[path.join(".")] ??= message
  }
  return errors
}
