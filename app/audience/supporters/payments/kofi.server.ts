import { z } from "zod"
import { isSameText } from "#app/kit/lib/same-text.server.ts"
import { inMoney, key, parseJson, type ReadNotice, told, words } from "./notice.server.ts"

/** https://help.ko-fi.com/hc/en-us/articles/360004162298 */
const kofiSchema = z.object({
  verification_token: z.string().catch(""),
  kofi_transaction_id: key,
  timestamp: words,
  type: words,
  from_name: words,
  email: words,
  amount: words,
  currency: words,
  is_subscription_payment: z.boolean().catch(false),
  tier_name: words,
})
const KOFI_TRIAL = /@example\.(com|org)$/i
const KOFI_SUPPORT = new Set(["Donation", "Subscription"])

export function readKofi(text: string, token: string, now: Date): ReadNotice {
  const { data: sent } = kofiSchema.safeParse(parseJson(text))
  if (!sent) return { problem: "Cette notification de Ko-fi n’est pas complète." }
  if (token !== "" && !isSameText(sent.verification_token, token))
    return { problem: "Le jeton de Ko-fi n’est pas celui des réglages." }
  return told(now, {
    service: "kofi",
    key: sent.kofi_transaction_id,
    email: sent.email,
    name: sent.from_name,
    labels: [sent.tier_name],
    isSupport: KOFI_SUPPORT.has(sent.type ?? ""),
    amount: inMoney(Number(sent.amount) * 100, sent.currency),
    paidAt: sent.timestamp,
    renews: sent.is_subscription_payment,
    isTrial: KOFI_TRIAL.test(sent.email ?? ""),
  })
}
