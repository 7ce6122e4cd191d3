import { z } from "zod"
import { hasMoreParts } from "#app/kit/lib/bounded-json.ts"
import { toDay } from "#app/kit/lib/dates.ts"
import type { PaymentService } from "#app/kit/lib/payments.ts"
import { oneLine } from "#app/kit/lib/typed-text.ts"

/** What a service says of one payment. */
export type PaymentNotice = {
  service: PaymentService
  /** What the service calls it: told again, it is the same one. */
  key: string
  isRefund: boolean
  /** In lower case; empty where there is none, or what is none. */
  email: string
  name: string
  /** What it is for, by which a level is found: names, or the last part of a form's address. */
  labels: string[]
  /** These are names of levels: one that there is not, a host has to say. */
  namesLevel: boolean
  /** Only where a level is named so: tickets and goods are sold at the same place. */
  isSupport: boolean
  /** « 5,00 € » */
  amount: string
  /** In Europe/Paris. */
  paidOn: string
  /** Others like it follow by themselves. */
  renews: boolean
  /** For how many months, where that was said. */
  months: number | null
  /** The service tries the address: nobody paid. */
  isTrial: boolean
}

/** What was sent: a payment, something else that needs nothing, or what is wrong with it, in French. */
export type ReadNotice = { notice: PaymentNotice } | { ignored: string } | { problem: string }

/** Of what is told again so long afterwards, nobody knows any more that it is. In days. */
const MAX_AGE_DAYS = 28
const DAY_MS = 86_400_000

// Of each service's message only what is needed, and nothing it may leave out is missed.
export const words = z.string().nullish().catch(null)
export const number = z.number().nullish().catch(null)
export const key = z.union([z.string().min(1), z.number()]).transform(String)

type Told = Pick<PaymentNotice, "service" | "key" | "isSupport" | "amount" | "renews"> &
  Partial<Pick<PaymentNotice, "isRefund" | "months" | "isTrial" | "namesLevel">> & {
    email: string | null | undefined
    name: string | null | undefined
    labels: (string | null | undefined)[]
    /** An instant as ISO 8601, now where it is none. */
    paidAt: string | null | undefined
  }

/** What is a payment, brought into the form that all have. */
export function told(now: Date, { email, name, labels, amount, paidAt, ...said }: Told): ReadNotice {
  const key = shorten(said.key, 200)
  if (key === "") return { problem: "Ce paiement n’a pas d’identifiant." }
  const given = Date.parse(paidAt ?? "")
  const at = Number.isNaN(given) || given > now.getTime() ? now.getTime() : given
  if (now.getTime() - at > MAX_AGE_DAYS * DAY_MS) return { problem: "Ce paiement est trop ancien." }
  return {
    notice: {
      ...{ isRefund: false, months: null, isTrial: false, namesLevel: true, ...said },
      key,
      email: addressIn(email ?? ""),
      name: shorten(name ?? "", 100),
      labels: [...new Set(labels.map((label) => shorten(label ?? "", 200)).filter(Boolean))].slice(0, 10),
      amount: shorten(amount, 50),
      paidOn: toDay(new Date(at)),
    },
  }
}

const shorten = (text: string, most: number) =>
  oneLine(text.replaceAll("\0", "")).slice(0, most).toWellFormed()

/** In lower case; empty for what is none. */
export function addressIn(text: string) {
  const address = z.email().max(254).safeParse(text.trim().toLowerCase())
  return address.data ?? ""
}

/** « 5,00 € » @param cents empty where it is no number @param currency by its three letters */
export function inMoney(cents: number | null | undefined, currency: string | null | undefined) {
  if (cents === null || cents === undefined || !Number.isFinite(cents) || !/^[a-z]{3}$/i.test(currency ?? ""))
    return ""
  return new Intl.NumberFormat("fr", { style: "currency", currency: currency ?? "EUR" }).format(cents / 100)
}

/** Several times what a purchase of many things has. */
const MAX_PARTS = 10_000

/** @returns undefined for what is no JSON, or more of it than is looked through */
export function parseJson(text: string): unknown {
  try {
    if (hasMoreParts(text, MAX_PARTS)) return undefined
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
