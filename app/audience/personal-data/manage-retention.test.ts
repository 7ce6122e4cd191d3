import { mkdir, mkdtemp, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { writeSetting } from "#app/db/settings.server.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { useDatabase } from "#test/database.ts"
import {
  ageAuthentication,
  createUser,
  filledForm,
  openSession,
  readPage,
  sendForm,
  visitAs,
} from "#test/people.ts"
import { setSettings } from "#test/site-settings.ts"

const PATH = "/admin/site/retention"
let cookie = ""

useDatabase()
beforeEach(async () => {
  cookie = await openSession(await createUser("admin"))
  await db.execute(sql`insert into contact_messages (name, email, subject, message, created_at)
    select 'A', 'a@b.c', day::text, 'M', now() - day * interval '1 day' from unnest(array[1, 100, 800]) day`)
})

const form = async (page?: Awaited<ReturnType<typeof readPage>>) =>
  filledForm((page ?? (await visitAs(cookie, PATH))).get("form", { "aria-label": "Conservation" }))
const send = (fields: Record<string, string>) => sendForm(PATH, fields, { cookie })

describe("a length that becomes shorter", () => {
  test("36.1 is asked about with what would go, and saved once that is ticked", async () => {
    const asked = await send({ ...(await form()), messageMonths: "12" })
    expect(asked.status).toBe(409)
    const page = await readPage(asked)
    expect(page.get("div", { role: "alert" }).text).toContain("sous un jour\u00a0: 1 message de contact.")
    expect(siteSettings().retention.messageMonths).toBe(0)
    const shown = await form(page)
    expect(shown.messageMonths).toBe("12")
    // A second click agrees to nothing, nor does what was ticked for another length.
    expect((await send(shown)).status).toBe(409)
    expect((await send({ ...shown, agreed: "on", messageMonths: "1" })).status).toBe(409)
    expect(siteSettings().retention.messageMonths).toBe(0)
    expect((await send({ ...shown, agreed: "on" })).status).toBe(302)
    expect(siteSettings().retention.messageMonths).toBe(12)
    expect((await visitAs(cookie, PATH)).text).toContain("Partiront\u00a0: 1 message de contact.")
  })

  test("is saved at once where nothing would go, and a longer one always", async () => {
    expect((await send({ ...(await form()), messageMonths: "60", logMonths: "1" })).status).toBe(302)
    expect((await send({ ...(await form()), messageMonths: "0", logMonths: "2" })).status).toBe(302)
    expect(siteSettings().retention).toMatchObject({ messageMonths: 0, logMonths: 2 })
  })

  test("by its default is refused where something would go", async () => {
    await setSettings("retention", { logMonths: 120 })
    await db.execute(
      sql`insert into audit_log (at, action, kind) values (now() - interval '20 months', 'update', 'page')`,
    )
    const reset = await send({ intent: "reset", name: "logMonths" })
    expect(reset.status).toBe(409)
    expect(siteSettings().retention.logMonths).toBe(120)
    await setSettings("retention", { missingDays: 400 })
    expect((await send({ intent: "reset", name: "missingDays" })).status).toBe(200)
    for (const name of ["__proto__", "x", ""])
      expect((await send({ intent: "reset", name })).status).toBe(404)
  })

  test("of the copies counts those in the data folder", async () => {
    const started = getSettings()
    const dataDir = await mkdtemp(join(tmpdir(), "cko-copies-"))
    await mkdir(join(dataDir, "backups"))
    for (const day of [1, 2, 3, 4]) await writeFile(join(dataDir, "backups", `2026-01-0${day}.cko.gz`), "")
    await writeFile(join(dataDir, "backups", "mienne.cko.gz"), "")
    applySettings({ ...started, dataDir, databaseUrl: undefined })
    try {
      const page = await readPage(await send({ ...(await form()), dailyCopies: "2" }))
      expect(page.get("div", { role: "alert" }).text).toContain("2 sauvegardes")
    } finally {
      applySettings(started)
    }
  })
})

test("lengths are whole numbers within their bounds", async () => {
  const shown = await form()
  for (const [name, value] of [
    ["messageMonths", "121"],
    ["messageMonths", "-1"],
    ["messageMonths", "1,5"],
    ["logMonths", "0"],
    ["logMonths", "treize"],
    ["failedMailDays", ""],
    ["dailyCopies", "1e9"],
    ["missingDays", "9".repeat(1_000)],
  ] as const) {
    const refused = await send({ ...shown, [name]: value })
    const page = await readPage(refused)
    const field = page.get("input", { name })
    expect([refused.status, field.attributes.value, field.attributes["aria-invalid"]]).toEqual([
      400,
      value,
      "true",
    ])
  }
})

test("changing a length waits for re-authentication", async () => {
  const shown = await form()
  await ageAuthentication(cookie)
  expect((await send({ ...shown, messageMonths: "60" })).status).toBe(403)
  expect((await send({ intent: "reset", name: "logMonths" })).status).toBe(403)
})

test("the page says when something goes next", async () => {
  expect((await visitAs(cookie, PATH)).text).toContain("Un jour après le premier démarrage.")
  await writeSetting(db, "retention-pass", "2026-01-30T12:00:00.000Z")
  expect((await visitAs(cookie, PATH)).text).toContain("Vers le 31 janvier 2026 à 13:00.")
})
