import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { mails } from "#app/db/schema/mails.server.ts"
import { supporters } from "#app/db/schema/supporters.server.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { PUBLIC_URL } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { sendForm } from "#test/people.ts"
import { setSettings } from "#test/site-settings.ts"
import { tellSupporters } from "./tell-supporters.server.ts"

// Midday in Paris: a day is a day on.
const NOON = new Date("2026-11-10T11:00:00Z")
const LONG_AGO = new Date("2026-01-01T12:00:00Z")

const before = getSettings()
useDatabase()
beforeEach(() => applySettings({ ...before, smtpUrl: "smtp://127.0.0.1:1" }))
afterEach(() => applySettings(before))

const support = (values: Partial<typeof supporters.$inferInsert> = {}) =>
  db.insert(supporters).values({ email: "awa@cko.test", name: "Awa", createdAt: NOON, ...values })
/** Somebody who was welcomed long ago. */
const known = (values: Partial<typeof supporters.$inferInsert>) =>
  support({ createdAt: LONG_AGO, welcomedAt: LONG_AGO, ...values })

/** What is told at a moment, to whom. */
async function told(now = NOON) {
  await tellSupporters(now)
  const rows = await db.select().from(mails).orderBy(mails.recipient)
  await db.delete(mails)
  return rows
}
const subjects = async (now?: Date) => (await told(now)).map(({ subject }) => subject)
const on = (day: string, time = "12:00") => new Date(`${day}T${time}:00+01:00`)

describe("56.5 the mail of welcome", () => {
  test("leaves once, with a link that opens one’s page", async () => {
    await support({ until: "2026-12-31", createdAt: new Date() })
    const [mail] = await told(new Date())
    expect(mail).toMatchObject({ recipient: "awa@cko.test", subject: "Merci de votre soutien de CKO" })
    expect(mail?.text).toContain("Bonjour Awa,")
    expect(mail?.text).toContain("jusqu’au 31 décembre 2026")
    const link = mail?.text.match(/https?:\S+\?key=\S+/)?.[0] ?? ""
    const opened = await sendForm(link.replace(PUBLIC_URL, ""), {})
    expect([opened.status, opened.headers.get("location")]).toEqual([302, "/soutiens"])
    expect(await told(new Date())).toEqual([])
  })

  test("goes neither to whom has ended, nor long after, nor where hosts switched it off", async () => {
    await support({ until: "2026-11-09" })
    await support({ email: "kim@cko.test", createdAt: LONG_AGO })
    expect(await subjects()).toEqual([])
    await support({ email: "lea@cko.test" })
    await setSettings("support", { welcomes: false })
    expect(await subjects()).toEqual([])
  })

  test("goes to all of a large table, each once, also from two processes", async () => {
    await db
      .insert(supporters)
      .values(Array.from({ length: 250 }, (_, n) => ({ email: `p${n}@cko.test`, createdAt: NOON })))
    await Promise.all([tellSupporters(NOON), tellSupporters(NOON)])
    const rows = await told()
    expect([rows.length, new Set(rows.map(({ recipient }) => recipient)).size]).toEqual([250, 250])
  })
})

describe("56.5 before the end", () => {
  const SOON = "Votre soutien de CKO s’arrête le 30 novembre 2026"

  test("a mail leaves three days before, in the morning, once", async () => {
    await known({ until: "2026-11-30" })
    expect(await subjects(on("2026-11-26"))).toEqual([])
    expect(await subjects(on("2026-11-27", "07:59"))).toEqual([])
    const [mail, ...others] = await told(on("2026-11-27", "08:00"))
    expect([mail?.subject, others]).toEqual([SOON, []])
    expect(mail?.text).toContain(`${PUBLIC_URL}/`)
    expect(await subjects(on("2026-11-28"))).toEqual([])
  })

  test("of the next one, too", async () => {
    await known({ until: "2026-11-30", remindedOf: "2026-10-31" })
    expect(await subjects(on("2026-11-27"))).toEqual([SOON])
  })

  test.each([
    ["goes on by itself", { renews: true }],
    ["supports for good", { until: null }],
    ["came for so few days", { createdAt: on("2026-11-27"), welcomedAt: on("2026-11-27") }],
  ])("none to whom %s", async (_name, values) => {
    await known({ until: "2026-11-30", ...values })
    expect(await subjects(on("2026-11-28"))).toEqual([])
  })

  test("none where hosts switched it off", async () => {
    await known({ until: "2026-11-30" })
    await setSettings("support", { reminds: false })
    expect(await subjects(on("2026-11-28"))).toEqual([])
  })
})

describe("56.5 after the end", () => {
  const OVER = "Votre soutien de CKO est terminé"

  test("a mail leaves on the day after, once, to whom goes on by itself, too", async () => {
    await known({ until: "2026-11-30", renews: true })
    expect(await subjects(on("2026-11-30"))).toEqual([])
    expect(await subjects(on("2026-12-01", "07:59"))).toEqual([])
    expect(await subjects(on("2026-12-01"))).toEqual([OVER])
    expect(await subjects(on("2026-12-02"))).toEqual([])
  })

  test("none long after, nor where hosts switched it off", async () => {
    await known({ until: "2026-11-30" })
    expect(await subjects(on("2026-12-04"))).toEqual([])
    await setSettings("support", { tellsEnd: false })
    expect(await subjects(on("2026-12-01"))).toEqual([])
  })
})

test("56.5 without a mail server nobody is told, and nothing is lost", async () => {
  applySettings(before)
  await support()
  expect(await subjects()).toEqual([])
  applySettings({ ...before, smtpUrl: "smtp://127.0.0.1:1" })
  expect(await subjects()).toHaveLength(1)
})
