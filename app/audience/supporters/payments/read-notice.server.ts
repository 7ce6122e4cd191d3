import { z } from "zod"
import { oneLine } from "#app/kit/lib/typed-text.ts"
import { readHelloAsso } from "./helloasso.server.ts"
import { readKofi } from "./kofi.server.ts"
import { addressIn, parseJson, type ReadNotice, told, words } from "./notice.server.ts"
import { readStripe } from "./stripe.server.ts"

export type Sent = {
  /** As it came, letter for letter: it may be signed. */
  text: string
  contentType: string
  /** The header `Stripe-Signature`. */
  signature: string | null
}

/** What hosts set, empty where they did not. */
export type ServiceSecrets = { stripe: string; kofi: string }

/** Reads what HelloAsso, Ko-fi, Stripe or anybody else by the documented form sends (docs/product.md 57). */
export function readNotice(sent: Sent, secrets: ServiceSecrets, now: Date): ReadNotice {
  const { signature, text } = sent
  if (signature !== null) return readStripe(text, signature, secrets.stripe, now)
  const body = bodyOf(sent)
  if (body === undefined) return { problem: "Le contenu n’est ni du JSON, ni un formulaire." }
  if (typeof body.data === "string") return readKofi(body.data, secrets.kofi, now)
  if ("eventType" in body) return readHelloAsso(body, now)
  // Whoever signs is not believed without.
  if (body.object === "event") return { problem: "Il manque la signature de Stripe." }
  return readForm(body, now)
}

function bodyOf({ text, contentType }: Sent): Record<string, unknown> | undefined {
  if (/^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType))
    return Object.fromEntries(new URLSearchParams(text))
  return record.safeParse(parseJson(text)).data
}

const record = z.record(z.string(), z.unknown())

const MAX_MONTHS = 120
const MONTHS = `Le champ «\u00a0months\u00a0» est un nombre entier de 1 à ${MAX_MONTHS}.`

/** What anything else sends: as JSON, or as a form, whose numbers are texts. */
const formSchema = z.object({
  id: z
    .union([z.string().trim().min(1), z.number()], "Le champ «\u00a0id\u00a0» est requis.")
    .transform(String),
  email: z
    .string("Le champ «\u00a0email\u00a0» est requis.")
    .trim()
    .min(1, "Le champ «\u00a0email\u00a0» est requis."),
  name: words,
  level: words,
  amount: z.union([z.string(), z.number()]).nullish().catch(null),
  date: words,
  months: z
    .union([z.string(), z.number()], MONTHS)
    .nullish()
    .transform((value) => (value === "" || value === undefined || value === null ? null : Number(value)))
    .refine(
      (value) => value === null || (Number.isInteger(value) && value >= 1 && value <= MAX_MONTHS),
      MONTHS,
    ),
  renews: z.union([z.boolean(), z.enum(["true", "1", "on"]).transform(() => true)]).catch(false),
})

function readForm(body: Record<string, unknown>, now: Date): ReadNotice {
  const { data: sent, error } = formSchema.safeParse(body)
  if (!sent) return { problem: error.issues[0]?.message ?? "Cet envoi n’est pas complet." }
  if (addressIn(sent.email) === "")
    return { problem: "Le champ «\u00a0email\u00a0» n’est pas une adresse e-mail." }
  return told(now, {
    service: "other",
    key: sent.id,
    email: sent.email,
    name: sent.name,
    labels: [sent.level],
    isSupport: true,
    amount: oneLine(String(sent.amount ?? "")),
    paidAt: sent.date,
    renews: sent.renews,
    months: sent.months,
  })
}
