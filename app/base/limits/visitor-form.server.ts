import type { RouterContextProvider } from "react-router"
import type { z } from "zod"
import { clientAddressContext } from "#app/kit/http/client-address.server.ts"
import { type FieldValues, type Parsed, readForm } from "#app/kit/http/forms.server.ts"
import { orElse, respondFailure, respondFirstError } from "#app/kit/http/responses.server.ts"
import { HONEYPOT, OPENED } from "./honeypot.schema.ts"
import { countAttempts, type RateLimit, waitingText } from "./rate-limits.server.ts"

type Rules = {
  /** Above the first thing that is wrong with the form, when it is not « Erreur de validation ». */
  invalidTitle?: string
  /** What could not be done, said before why. */
  failure?: string
  limits: RateLimit[]
  /** The visitor's. */
  address: string
}

type Sent = { context: Readonly<RouterContextProvider>; request: Request }

/**
 * Does what a form that anybody may send asks for, once it keeps to its rules (`checkVisitorForm`).
 *
 * @param failed what is said where it goes wrong
 * @returns what `take` answers, or an answer that keeps what was typed
 */
export async function takeVisitorForm<Schema extends z.ZodType, Answer>(
  { context, request }: Sent,
  { schema, failed, ...rules }: Omit<Rules, "address"> & { schema: Schema; failed: string },
  take: (value: z.output<Schema>) => Promise<Answer>,
) {
  const form = await readForm(request)
  const address = context.get(clientAddressContext)
  return orElse(
    async () => {
      const checked = await checkVisitorForm(form.values, form.parse(schema), { ...rules, address })
      return checked.ok ? take(checked.value) : checked.response
    },
    () => respondFailure(form.values, failed),
  )
}

/**
 * Holds a form that anybody may send against its rules: what is typed, who typed it (people only), and how often.
 *
 * @returns what was sent, or the answer that refuses it and keeps what was typed
 */
export async function checkVisitorForm<Value>(
  values: FieldValues,
  parsed: Parsed<Value>,
  { invalidTitle, failure, limits, address }: Rules,
) {
  if (!parsed.ok) return { ok: false as const, response: respondFirstError(parsed, invalidTitle) }
  const refuse = (text: string, status: number, headers?: HeadersInit) => ({
    ok: false as const,
    response: respondFailure(values, failure ? `${failure}. ${text}` : text, status, headers),
  })
  const bot = findBot(values)
  if (bot) return refuse(bot, 400)
  const wait = await countAttempts(limits, address)
  if (wait > 0) return refuse(waitingText(wait), 429, { "Retry-After": String(wait) })
  return { ok: true as const, value: parsed.value }
}

/** Nobody reads a form and fills it in faster. */
const MIN_MS = 2_000

/**
 * Tells people from machines by what machines do: fill in everything, at once (`Honeypot` is the form's part of it).
 *
 * @returns what to tell a person who was taken for one, or undefined
 */
function findBot(values: FieldValues) {
  if (values[HONEYPOT]) return "Cet envoi ressemble à celui d’un robot. Envoyez-le encore une fois."
  const opened = values[OPENED] ? Number(values[OPENED]) : Number.NaN
  const filledFor = Date.now() - opened
  return filledFor >= MIN_MS
    ? undefined
    : "Cet envoi est arrivé trop vite. Attendez deux secondes, puis envoyez à nouveau."
}
