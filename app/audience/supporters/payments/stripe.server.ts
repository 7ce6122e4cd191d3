import { createHmac } from "node:crypto"
import { z } from "zod"
import { isSameText } from "#app/kit/lib/same-text.server.ts"
import { oneLine } from "#app/kit/lib/typed-text.ts"
import { inMoney, key, number, parseJson, type ReadNotice, told, words } from "./notice.server.ts"

/** As far as clocks differ, Stripe recommends. */
const SIGNED_FOR_S = 300

const MAX_SECONDS = 100_000_000_000

/** https://docs.stripe.com/api/events/object, with what its sessions, invoices and charges have in common */
const labelled = z.object({ palier: words, level: words }).nullish().catch(null)
const stripeSchema = z.object({
  type: z.string(),
  livemode: z.boolean().catch(true),
  /** In seconds, as far as calendars go. */
  created: z.number().positive().max(MAX_SECONDS).nullish().catch(null),
  data: z.object({
    object: z.object({
      id: key,
      payment_status: words,
      subscription: z.unknown().optional(),
      billing_reason: words,
      customer_details: z.object({ email: words, name: words }).nullish().catch(null),
      billing_details: z.object({ email: words, name: words }).nullish().catch(null),
      customer_email: words,
      customer_name: words,
      amount_total: number,
      amount_paid: number,
      amount_refunded: number,
      currency: words,
      metadata: labelled,
      subscription_details: z.object({ metadata: labelled }).nullish().catch(null),
      parent: z
        .object({ subscription_details: z.object({ metadata: labelled }).nullish().catch(null) })
        .nullish()
        .catch(null),
    }),
  }),
})

export function readStripe(text: string, signature: string, secret: string, now: Date): ReadNotice {
  if (secret === "") return { problem: "La clé de signature de Stripe n’est pas dans les réglages." }
  if (!isSigned(text, signature, secret, now)) return { problem: "La signature de Stripe n’est pas bonne." }
  const { data: sent } = stripeSchema.safeParse(parseJson(text))
  if (!sent) return { ignored: "Un autre événement de Stripe" }
  const { type, livemode, created } = sent
  const of = sent.data.object
  const isRefund = type === "charge.refunded"
  const isSession = /^checkout\.session\.(completed|async_payment_succeeded)$/.test(type)
  // The first invoice of a subscription is the session that began it.
  const isRenewal = type === "invoice.paid" && of.billing_reason === "subscription_cycle"
  if (!isRefund && !isRenewal && !(isSession && of.payment_status !== "unpaid"))
    return { ignored: `Stripe\u00a0: ${oneLine(type).slice(0, 100)}` }
  const person = of.customer_details ?? of.billing_details
  const metadata = [of.metadata, of.subscription_details?.metadata, of.parent?.subscription_details?.metadata]
  return told(now, {
    service: "stripe",
    key: isRefund ? `refund:${of.id}` : of.id,
    isRefund,
    email: person?.email ?? of.customer_email,
    name: person?.name ?? of.customer_name,
    labels: metadata.flatMap((one) => [one?.palier, one?.level]),
    isSupport: true,
    amount: inMoney(of.amount_total ?? of.amount_paid ?? of.amount_refunded, of.currency),
    paidAt: created ? new Date(created * 1_000).toISOString() : null,
    renews: isRenewal || (isSession && Boolean(of.subscription)),
    isTrial: !livemode,
  })
}

/** https://docs.stripe.com/webhooks#verify-manually: the time, a point and the text, as SHA-256 with the secret; one of the signatures is right. */
function isSigned(text: string, signature: string, secret: string, now: Date) {
  const parts = signature
    .slice(0, 2_000)
    .split(",")
    .map((part) => part.trim().split("=", 2))
  const at = parts.find(([name]) => name === "t")?.[1] ?? ""
  if (!/^\d{1,12}$/.test(at) || Math.abs(now.getTime() / 1_000 - Number(at)) > SIGNED_FOR_S) return false
  const right = createHmac("sha256", secret).update(`${at}.${text}`).digest("hex")
  return parts.some(([name, value = ""]) => name === "v1" && isSameText(value, right))
}
