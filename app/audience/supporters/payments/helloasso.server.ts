import { z } from "zod"
import { oneLine } from "#app/kit/lib/typed-text.ts"
import { inMoney, key, number, type ReadNotice, told, words } from "./notice.server.ts"

/** https://dev.helloasso.com/docs/les-notifications-copy */
const helloAssoPerson = z.object({ email: words, firstName: words, lastName: words }).nullish().catch(null)
const helloAssoItems = z
  .array(z.object({ name: words, type: words, state: words }))
  .max(1_000)
  .nullish()
  .catch(null)
const helloAssoSchema = z.object({
  eventType: z.string(),
  data: z.object({
    id: key,
    date: words,
    state: words,
    formSlug: words,
    formType: words,
    payer: helloAssoPerson,
    items: helloAssoItems,
    amount: z
      .union([z.number(), z.object({ total: number })])
      .nullish()
      .catch(null),
    installmentNumber: number,
    order: z.object({ id: key, formSlug: words, formType: words }).nullish().catch(null),
  }),
})
const SUPPORT_FORMS = new Set(["Donation", "Membership", "PaymentForm", "CrowdFunding"])
const PAID = new Set(["Authorized", "Registered", "Processed"])
const REFUNDED = new Set(["Refunded", "Refunding", "Contested"])
const MONTHLY = "MonthlyDonation"

/** A purchase is told as an order and as a payment, in any order: both are the same one here. */
export function readHelloAsso(body: unknown, now: Date): ReadNotice {
  const { data: sent } = helloAssoSchema.safeParse(body)
  const isOrder = sent?.eventType === "Order"
  // Of its forms and of associations it tells, too.
  if (!sent || (!isOrder && sent.eventType !== "Payment"))
    return { ignored: "HelloAsso\u00a0: ni commande, ni paiement" }
  const { id, date, state, payer, amount, installmentNumber, order } = sent.data
  const items = sent.data.items ?? []
  const isMonthly = items.some(({ type }) => type === MONTHLY)
  const installment = installmentNumber ?? 1
  const isRefund = !isOrder && REFUNDED.has(state ?? "")
  const isPaid = isOrder
    ? items.some((item) => PAID.has(item.state ?? "Processed"))
    : PAID.has(state ?? "Authorized")
  if (!isRefund && !isPaid) return { ignored: `HelloAsso\u00a0: ${oneLine(state ?? "pas encore payé")}` }
  // What is paid in several parts was opened as a whole by the first.
  if (!isRefund && installment > 1 && !isMonthly)
    return { ignored: "L’échéance d’un paiement en plusieurs fois" }
  const form = isOrder ? sent.data : order
  const cents = typeof amount === "number" ? amount : amount?.total
  return told(now, {
    service: "helloasso",
    key: isRefund ? `refund:${id}` : `order:${isOrder ? id : (order?.id ?? id)}:${installment}`,
    isRefund,
    email: payer?.email,
    name: [payer?.firstName, payer?.lastName].filter(Boolean).join(" "),
    // Names of tariffs and forms.
    namesLevel: false,
    labels: [...items.map(({ name }) => name), form?.formSlug],
    isSupport: SUPPORT_FORMS.has(form?.formType ?? ""),
    amount: inMoney(cents, "EUR"),
    paidAt: date,
    renews: isMonthly,
  })
}
