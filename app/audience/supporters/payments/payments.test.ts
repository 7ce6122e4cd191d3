import { createHmac } from "node:crypto"
import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { supporters } from "#app/db/schema/supporters.server.ts"
import { toDay } from "#app/kit/lib/dates.ts"
import { send } from "#test/app.ts"
import { createLevel, storedRows } from "#test/factories.ts"
import { openOffice } from "#test/manager.ts"
import { setSettings } from "#test/site-settings.ts"
import { findPaymentPath } from "./payment-address.server.ts"
import { deleteOldPayments } from "./payments.server.ts"

const office = openOffice()
let path = ""
beforeEach(async () => {
  path = await findPaymentPath()
})

const today = toDay(new Date())
const post = (body: unknown, headers = {}, to = path) =>
  send(to, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  })
const pay = async (more: object = {}) => {
  const response = await post({ id: "1", email: "awa@cko.test", name: "Awa", ...more })
  return [response.status, (await response.text()).trim()]
}
const people = () =>
  db
    .select({
      email: supporters.email,
      levelId: supporters.levelId,
      until: supporters.until,
      renews: supporters.renews,
    })
    .from(supporters)
    .orderBy(supporters.id)
/** The same day, so many months on. @param days further on */
async function inMonths(months: number, { days = 0, from = today } = {}) {
  const { rows } = await db.execute<{ day: string }>(
    sql`select (${from}::date + ${days}::int + make_interval(months => ${months}))::date::text as day`,
  )
  return rows[0]?.day
}
const waiting = async () =>
  (await storedRows("payments")).filter(({ state }) => state === "waiting").map(({ remark }) => remark)

describe("57.2 a payment", () => {
  test("makes a supporter of the level it names, for as long as that is opened by one", async () => {
    await createLevel({ name: "Gradins", rank: 1 })
    const { id } = await createLevel({ name: "Mécène", rank: 2, months: 12 })
    expect(await pay({ level: "mecene" })).toEqual([200, "Reçu."])
    expect(await people()).toEqual([
      { email: "awa@cko.test", levelId: id, until: await inMonths(12), renews: false },
    ])
    expect(await storedRows("payments")).toMatchObject([
      { state: "applied", label: "mecene", supporter_id: 1, email: "awa@cko.test" },
    ])
  })

  test("is the same one however often it is told, also at once", async () => {
    await createLevel({ months: 12 })
    const told = await Promise.all([pay(), pay(), pay()])
    expect(told.map(([, text]) => text).toSorted()).toEqual(["Déjà reçu.", "Déjà reçu.", "Reçu."])
    expect(await people()).toMatchObject([{ until: await inMonths(12) }])
  })

  test("that is another one begins where the last one ends, of two at once", async () => {
    await createLevel({ months: 1 })
    await Promise.all([pay({ id: "1" }), pay({ id: "2" }), pay({ id: "3" })])
    expect(await people()).toMatchObject([{ until: await inMonths(1, { from: await inMonths(2) }) }])
  })

  test("that follows by itself leaves some days for the next one, and adds up with none", async () => {
    await createLevel({ months: 1 })
    await pay({ id: "1", renews: true })
    await pay({ id: "2", renews: true })
    expect(await people()).toMatchObject([{ until: await inMonths(1, { days: 3 }), renews: true }])
  })

  test("of who supports for good changes no end", async () => {
    const { id } = await createLevel()
    await db.insert(supporters).values({ email: "awa@cko.test", levelId: id })
    await pay()
    expect(await people()).toMatchObject([{ until: null, levelId: id }])
  })

  test("of another level waits where something would be lost by it, and is theirs where nothing is", async () => {
    const low = await createLevel({ name: "Gradins", rank: 1 })
    const high = await createLevel({ name: "Mécène", rank: 2 })
    await db.insert(supporters).values({ email: "awa@cko.test", levelId: high.id, until: "2099-01-31" })
    await pay({ level: "Gradins" })
    expect(await waiting()).toEqual(["A déjà «\u00a0Mécène\u00a0» jusqu’au 31 janvier 2099"])
    await db.update(supporters).set({ until: today })
    await pay({ id: "2", level: "Gradins" })
    expect(await people()).toMatchObject([{ levelId: low.id, until: await inMonths(1) }])
  })

  test("without a level’s name is of the payer’s level, of the only one, or waits", async () => {
    expect(await pay({ id: "0", email: "un@cko.test" })).toEqual([200, "Reçu."])
    expect(await people()).toMatchObject([{ levelId: null, until: await inMonths(1) }])
    const only = await createLevel({ name: "Seul" })
    await pay({ id: "1", email: "deux@cko.test" })
    await createLevel({ name: "Autre", rank: 2 })
    await pay({ id: "2", email: "trois@cko.test" })
    await pay({ id: "3", email: "deux@cko.test" })
    expect((await people()).map(({ email, levelId }) => [email, levelId])).toEqual([
      ["un@cko.test", null],
      ["deux@cko.test", only.id],
    ])
    expect(await waiting()).toEqual(["Palier inconnu"])
  })

  test("of a level that there is not waits, though there is one", async () => {
    await createLevel({ name: "Seul" })
    await pay({ level: "Autre" })
    expect([await people(), await waiting()]).toEqual([[], ["Palier inconnu"]])
  })

  test("lasts until 2100 at most, however often it is paid", async () => {
    await createLevel({ months: 120 })
    for (let id = 0; id < 9; id += 1) await pay({ id: String(id) })
    expect(await people()).toMatchObject([{ until: "2100-12-31" }])
    expect((await office.see("/admin/supporters")).status).toBe(200)
  })

  test("of HelloAsso is found by its form’s address, and once by its order and its payment", async () => {
    await createLevel({ name: "Autre", rank: 3 })
    const { id } = await createLevel({
      name: "Adhésion",
      months: 12,
      payUrl: "https://www.helloasso.com/associations/cko/adhesions/saison-2026/widget",
    })
    const payer = { email: "awa@cko.test", firstName: "Awa", lastName: "Diop" }
    const form = { formSlug: "saison-2026", formType: "Membership" }
    const payment = {
      id: 7,
      order: { id: 5, ...form },
      payer,
      items: [{ type: "Membership" }],
      state: "Authorized",
    }
    await post({ eventType: "Payment", data: { ...payment, amount: 2_000, date: new Date().toISOString() } })
    await post({ eventType: "Order", data: { id: 5, ...form, payer, items: [{ name: "Adhésion" }] } })
    expect(await people()).toEqual([
      { email: "awa@cko.test", levelId: id, until: await inMonths(12), renews: false },
    ])
  })

  test("of a ticket is nobody’s, and is not kept", async () => {
    await createLevel()
    const payer = { email: "awa@cko.test" }
    const order = { id: 5, formSlug: "bal", formType: "Event", payer, items: [{ name: "Entrée" }] }
    expect((await post({ eventType: "Order", data: order })).status).toBe(200)
    expect([await people(), await storedRows("payments")]).toEqual([[], []])
  })

  test("of Stripe is believed with its signature alone", async () => {
    await createLevel()
    await setSettings("support", { stripeSecret: "whsec_essai" })
    const at = Math.floor(Date.now() / 1_000)
    const object = { id: "cs_1", payment_status: "paid", customer_details: { email: "kim@cko.test" } }
    const event = { object: "event", type: "checkout.session.completed", created: at, data: { object } }
    const body = JSON.stringify(event)
    const sign = (text: string) => createHmac("sha256", "whsec_essai").update(`${at}.${text}`).digest("hex")
    const signed = (v1: string) => post(body, { "Stripe-Signature": `t=${at},v1=${v1}` })
    expect([(await post(body)).status, (await signed(sign(`${body} `))).status]).toEqual([400, 400])
    expect(await people()).toEqual([])
    expect((await signed(sign(body))).status).toBe(200)
    expect(await people()).toMatchObject([{ email: "kim@cko.test" }])
  })
})

describe("57.1 the address", () => {
  test("says in a browser that it is the right one, and to nobody else that there is one", async () => {
    expect((await send(path)).status).toBe(200)
    for (const other of [`${path}x`, path.replace(/[^/]*$/, "%00"), path.replace(/[^/]*$/, "x")]) {
      expect([other, (await send(other)).status]).toEqual([other, 404])
      expect([other, (await post({ id: "1", email: "awa@cko.test" }, {}, other)).status]).toEqual([
        other,
        404,
      ])
    }
    expect(await storedRows("payments")).toEqual([])
  })

  test("that was changed leads nowhere any more", async () => {
    await office.send("/admin/supporters/payments", { intent: "renew-address" })
    expect((await send(path)).status).toBe(404)
    expect((await send(await findPaymentPath())).status).toBe(200)
  })

  test.each([
    ["nothing", ""],
    ["what is no JSON", "{"],
    ["no address", { id: "1" }],
    ["null characters", { id: "\u0000", email: "a\u0000@cko.test" }],
  ])("refuses %s in words", async (_name, body) => {
    const response = await post(body)
    expect(response.status).toBe(400)
    expect((await response.text()).length).toBeGreaterThan(10)
  })

  test("takes no more than it needs", async () => {
    expect((await post(`{"id":"1","email":"a@cko.test","name":"${"é".repeat(200_000)}"}`)).status).toBe(413)
    const name = `${"\u0000".repeat(3)}${"x".repeat(50_000)}`
    expect((await post({ id: "x".repeat(50_000), email: "a@cko.test", name, level: name })).status).toBe(200)
  })
})

describe("57.4 what nobody knows", () => {
  test("waits for a host, who says whose it is", async () => {
    const low = await createLevel({ name: "Gradins", rank: 1 })
    await createLevel({ name: "Mécène", rank: 2 })
    await pay({ level: "Tribune", amount: "5 €" })
    const page = await office.see("/admin/supporters/payments?rattacher=1")
    expect(page.get("main").text).toContain("Palier inconnu")
    const form = { intent: "attach", id: "1", email: "Awa@cko.test", levelId: String(low.id) }
    const attach = (more = {}) => office.send("/admin/supporters/payments", { ...form, ...more })
    expect((await attach({ email: "awa" })).status).toBe(400)
    expect((await attach({ levelId: "999" })).status).toBe(400)
    expect((await attach()).status).toBe(302)
    expect(await people()).toMatchObject([
      { email: "awa@cko.test", levelId: low.id, until: await inMonths(1) },
    ])
    // Twice is once.
    expect((await attach()).status).toBe(409)
    expect(await waiting()).toEqual([])
  })

  test("is said to who may write to subscribers, and put aside", async () => {
    await createLevel({ name: "Un" })
    await createLevel({ name: "Deux", rank: 2 })
    await pay()
    expect((await office.see("/admin")).text).toContain("Un paiement attend son soutien")
    await office.send("/admin/supporters/payments", { intent: "dismiss", id: "1" })
    expect([await people(), await waiting()]).toEqual([[], []])
    expect((await office.see("/admin")).text).not.toContain("Un paiement attend")
  })

  test("is not forgotten, as everything else is after 30 days", async () => {
    await createLevel({ name: "Un" })
    await pay({ id: "1" })
    await createLevel({ name: "Deux", rank: 2 })
    await pay({ id: "2", email: "kim@cko.test" })
    await db.execute(sql`update payments set created_at = now() - interval '31 days'`)
    await deleteOldPayments()
    expect(await storedRows("payments")).toMatchObject([{ key: "2", state: "waiting" }])
  })

  test("of money that went back nothing follows by itself", async () => {
    await createLevel()
    await pay()
    await post({
      eventType: "Payment",
      data: {
        id: 9,
        state: "Refunded",
        payer: { email: "awa@cko.test" },
        order: { id: 1, formType: "Donation" },
      },
    })
    expect(await people()).toMatchObject([{ until: await inMonths(1) }])
    expect((await waiting())[0]).toContain("Remboursé")
    const form = { intent: "attach", id: "2", email: "awa@cko.test", levelId: "" }
    expect((await office.send("/admin/supporters/payments", form)).status).toBe(409)
    expect(await people()).toMatchObject([{ until: await inMonths(1) }])
    expect((await office.see("/admin/supporters/payments")).status).toBe(200)
  })
})
