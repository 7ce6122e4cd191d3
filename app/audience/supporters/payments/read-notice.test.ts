import { createHmac } from "node:crypto"
import { describe, expect, test } from "vitest"
import { readNotice } from "./read-notice.server.ts"

const NOW = new Date("2026-11-30T12:00:00Z")
const SECRETS = { stripe: "whsec_essai", kofi: "" }

const json = (body: unknown) => ({
  text: JSON.stringify(body),
  contentType: "application/json",
  signature: null,
})
const form = (fields: Record<string, string>) => ({
  text: new URLSearchParams(fields).toString(),
  contentType: "application/x-www-form-urlencoded; charset=utf-8",
  signature: null,
})
const read = (sent: Parameters<typeof readNotice>[0], secrets = SECRETS) => readNotice(sent, secrets, NOW)
const noticeOf = (sent: Parameters<typeof readNotice>[0]) => {
  const found = read(sent)
  if (!("notice" in found)) throw new Error(JSON.stringify(found))
  return found.notice
}

const PAYER = { email: "Awa@Exemple.fr", firstName: "Awa", lastName: "Diop" }

describe("57.1 HelloAsso", () => {
  const order = {
    eventType: "Order",
    data: {
      id: 20499,
      date: "2026-11-29T14:11:15.7442115+01:00",
      formSlug: "mecenes",
      formType: "Membership",
      payer: PAYER,
      items: [{ name: "Mécène", type: "Membership", state: "Processed", amount: 2000 }],
      payments: [{ id: 13790, state: "Authorized", amount: 2000 }],
      amount: { total: 2000, vat: 0, discount: 0 },
    },
  }
  const payment = {
    eventType: "Payment",
    data: {
      order: { id: 20499, formSlug: "mecenes", formType: "Membership" },
      payer: PAYER,
      items: [{ id: 20499, amount: 2000, type: "Membership", state: "Processed" }],
      id: 13790,
      amount: 2000,
      date: "2026-11-29T14:11:15.0825381+01:00",
      installmentNumber: 1,
      state: "Authorized",
    },
  }

  test("tells of an order and of its payment, which are the same one", () => {
    expect(noticeOf(json(order))).toEqual({
      service: "helloasso",
      key: "order:20499:1",
      isRefund: false,
      email: "awa@exemple.fr",
      name: "Awa Diop",
      labels: ["Mécène", "mecenes"],
      namesLevel: false,
      isSupport: true,
      amount: "20,00\u00a0€",
      paidOn: "2026-11-29",
      renews: false,
      months: null,
      isTrial: false,
    })
    expect(noticeOf(json(payment))).toMatchObject({ key: "order:20499:1", labels: ["mecenes"] })
  })

  test("goes on by itself with a monthly gift, not with a membership that is paid in parts", () => {
    const second = { ...payment.data, installmentNumber: 2 }
    const monthly = { ...second, items: [{ type: "MonthlyDonation", state: "Processed" }] }
    expect(noticeOf(json({ ...payment, data: monthly }))).toMatchObject({
      key: "order:20499:2",
      renews: true,
    })
    expect(read(json({ ...payment, data: second }))).toHaveProperty("ignored")
  })

  test.each([["Refunded"], ["Contested"]])("tells of money that went back: %s", (state) => {
    expect(noticeOf(json({ ...payment, data: { ...payment.data, state } }))).toMatchObject({
      key: "refund:13790",
      isRefund: true,
    })
  })

  test.each([
    ["a payment that was refused", { ...payment, data: { ...payment.data, state: "Refused" } }],
    ["a form", { eventType: "Form", data: { formSlug: "mecenes" } }],
    ["what has no data", { eventType: "Payment" }],
  ])("needs nothing of %s", (_name, body) => {
    expect(read(json(body))).toHaveProperty("ignored")
  })

  test("sells tickets, too, which are no support", () => {
    const ticket = { ...order, data: { ...order.data, formType: "Event" } }
    expect(noticeOf(json(ticket))).toMatchObject({ isSupport: false })
  })
})

describe("57.1 Ko-fi", () => {
  const sent = {
    verification_token: "jeton",
    message_id: "3a1fac0c",
    timestamp: "2026-11-30T10:04:38Z",
    type: "Subscription",
    from_name: "Jo",
    amount: "3.00",
    email: "jo@exemple.fr",
    currency: "EUR",
    is_subscription_payment: true,
    kofi_transaction_id: "0a1fac0c",
    tier_name: "Bronze",
    shop_items: null,
  }
  const kofi = (more = {}) => form({ data: JSON.stringify({ ...sent, ...more }) })

  test("sends a form whose one field is JSON", () => {
    expect(noticeOf(kofi())).toMatchObject({
      ...{ service: "kofi", key: "0a1fac0c", email: "jo@exemple.fr", name: "Jo", labels: ["Bronze"] },
      ...{ amount: "3,00\u00a0€", renews: true, isSupport: true, isTrial: false, paidOn: "2026-11-30" },
    })
  })

  test("is known by its token, where hosts set it", () => {
    expect(read(kofi(), { ...SECRETS, kofi: "jeton" })).toHaveProperty("notice")
    expect(read(kofi(), { ...SECRETS, kofi: "autre" })).toHaveProperty("problem")
    expect(read(form({ data: "{" }))).toHaveProperty("problem")
  })

  test("tries the address without anybody who pays, and sells goods", () => {
    expect(noticeOf(kofi({ email: "jo.example@example.com" }))).toMatchObject({ isTrial: true })
    expect(noticeOf(kofi({ type: "Shop Order", tier_name: null }))).toMatchObject({ isSupport: false })
  })
})

describe("57.1 Stripe", () => {
  const session = {
    id: "evt_1",
    object: "event",
    type: "checkout.session.completed",
    livemode: true,
    created: NOW.getTime() / 1_000,
    data: {
      object: {
        ...{ id: "cs_1", object: "checkout.session", payment_status: "paid", subscription: "sub_1" },
        ...{ customer_details: { email: "kim@exemple.fr", name: "Kim" }, amount_total: 500, currency: "eur" },
        metadata: { palier: "Mécène" },
      },
    },
  }
  const signed = (body: unknown, { secret = SECRETS.stripe, at = NOW.getTime() / 1_000 } = {}) => {
    const text = JSON.stringify(body)
    const v1 = createHmac("sha256", secret).update(`${at}.${text}`).digest("hex")
    return { text, contentType: "application/json", signature: `t=${at},v1=${"0".repeat(64)},v1=${v1},v0=x` }
  }

  test("tells of a session that was paid, and of each renewal", () => {
    expect(noticeOf(signed(session))).toMatchObject({
      ...{ service: "stripe", key: "cs_1", email: "kim@exemple.fr", name: "Kim", labels: ["Mécène"] },
      ...{ amount: "5,00\u00a0€", renews: true, paidOn: "2026-11-30", isTrial: false },
    })
    const invoice = {
      ...{ id: "in_1", billing_reason: "subscription_cycle", customer_email: "kim@exemple.fr" },
      ...{
        amount_paid: 500,
        currency: "eur",
        parent: { subscription_details: { metadata: { palier: "Or" } } },
      },
    }
    expect(noticeOf(signed({ ...session, type: "invoice.paid", data: { object: invoice } }))).toMatchObject({
      ...{ key: "in_1", renews: true, labels: ["Or"], email: "kim@exemple.fr" },
    })
    const first = { ...invoice, billing_reason: "subscription_create" }
    expect(read(signed({ ...session, type: "invoice.paid", data: { object: first } }))).toHaveProperty(
      "ignored",
    )
  })

  test.each([
    ["what is not paid yet", { payment_status: "unpaid" }, "checkout.session.completed"],
    ["another event", {}, "customer.created"],
  ])("needs nothing of %s", (_name, more, type) => {
    const body = { ...session, type, data: { object: { ...session.data.object, ...more } } }
    expect(read(signed(body))).toHaveProperty("ignored")
  })

  test("is read whatever time it says", () => {
    for (const created of [1e20, -1, "hier", null])
      expect(noticeOf(signed({ ...session, created }))).toMatchObject({ paidOn: "2026-11-30" })
  })

  test.each([
    ["another secret", signed(session, { secret: "whsec_autre" })],
    ["an old one, sent again", signed(session, { at: NOW.getTime() / 1_000 - 301 })],
    ["another text", { ...signed(session), text: JSON.stringify({ ...session, id: "evt_2" }) }],
    ["no time", { ...signed(session), signature: "v1=00" }],
    ["an empty one", { ...signed(session), signature: "" }],
    ["none", json(session)],
  ])("is not believed with %s", (_name, sent) => {
    expect(read(sent)).toHaveProperty("problem")
  })

  test("is not believed while hosts set no secret, and a trial is one", () => {
    expect(read(signed(session), { ...SECRETS, stripe: "" })).toHaveProperty("problem")
    expect(noticeOf(signed({ ...session, livemode: false }))).toMatchObject({ isTrial: true })
  })
})

describe("57.3 the documented form", () => {
  const asked = {
    id: "a1",
    email: "LEA@exemple.fr",
    name: "Léa",
    level: "Mécène",
    months: "12",
    amount: "60 €",
  }

  test("is JSON or a form", () => {
    const expected = { service: "other", key: "a1", email: "lea@exemple.fr", labels: ["Mécène"], months: 12 }
    expect(noticeOf(form(asked))).toMatchObject(expected)
    expect(noticeOf(json({ ...asked, id: 7, months: 12 }))).toMatchObject({ ...expected, key: "7" })
    expect(noticeOf(form({ id: "b", email: "lea@exemple.fr", months: "" }))).toMatchObject({ months: null })
  })

  test.each([
    ["no identifier", { email: "lea@exemple.fr" }, "«\u00a0id\u00a0»"],
    ["an empty one", { id: "\u0000", email: "lea@exemple.fr" }, "identifiant"],
    ["no address", { id: "1" }, "«\u00a0email\u00a0»"],
    ["what is no address", { id: "1", email: "lea" }, "«\u00a0email\u00a0»"],
    ["months that are none", { ...asked, months: "1.5" }, "«\u00a0months\u00a0»"],
    ["too many months", { ...asked, months: "121" }, "«\u00a0months\u00a0»"],
    ["an old payment", { ...asked, date: "2026-10-01" }, "ancien"],
  ])("is refused with %s", (_name, body, said) => {
    const found = read(json(body))
    expect("problem" in found && found.problem).toContain(said)
  })

  test.each([
    ["nothing", ""],
    ["a list", "[]"],
    ["what is no JSON", "{"],
    ["a text", '"a"'],
    [
      "a purchase without an end",
      `{"eventType":"Order","data":{"id":1,"items":[${"{},".repeat(60_000)}{}]}}`,
    ],
  ])("is refused as %s", (_name, text) => {
    expect(read({ ...json({}), text })).toHaveProperty("problem")
  })

  test("a name turns no line, and is not endless", () => {
    const { name } = noticeOf(json({ ...asked, name: `${"\u202eé\n".repeat(5_000)}` }))
    expect(name.length).toBeLessThanOrEqual(100)
    expect(name).not.toMatch(/[\u202e\n]/)
  })
})
