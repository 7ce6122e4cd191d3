import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { networksOf } from "#app/base/settings/definitions/audience.server.ts"
import { db } from "#app/db/client.server.ts"
import { PRIVACY } from "#app/writing/pages/legal-pages.ts"
import { getPage } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { sendForm, signInAsNew, visitAs } from "#test/people.ts"
import { setSettings } from "#test/site-settings.ts"
import { countTotal, writeTotals } from "./day-totals.server.ts"
import { METHOD_PATH } from "./uncounted.ts"

useDatabase()

const privacyText = async () => (await getPage(`/page/${PRIVACY}`)).html

test("48.8 visitors say by a click that they are not to be counted, and take it back", async () => {
  expect((await getPage(METHOD_PATH)).html).toContain("Ce navigateur est compté, sans être reconnu.")
  const left = await sendForm(METHOD_PATH, { intent: "leave" })
  const cookie = left.headers.get("set-cookie") ?? ""
  expect(cookie).toMatch(/^cko_uncounted=1; Path=\/; Max-Age=34128000; HttpOnly; SameSite=Lax/)
  const page = await visitAs("a=b; cko_uncounted=1", METHOD_PATH)
  expect(page.text).toContain("Ce navigateur n’est pas compté.")
  const joined = await sendForm(METHOD_PATH, { intent: "join" })
  expect(joined.headers.get("set-cookie")).toContain("cko_uncounted=; Path=/; Max-Age=0")
  expect((await sendForm(METHOD_PATH, { intent: "\0" })).status).toBe(400)
})

test("48.8 the method is shown to visitors once hosts say so, the way out always", async () => {
  expect((await getPage(METHOD_PATH)).html).not.toContain("Un téléchargement")
  await setSettings("audience", { isMethodPublic: true })
  expect((await getPage(METHOD_PATH)).html).toContain("Un téléchargement")
  expect(await privacyText()).toContain(`href="${METHOD_PATH}"`)
})

test("48.8 figures are shown to visitors once hosts say so", async () => {
  await db.execute(sql`insert into audience_days (day, measure, episode_id, label, count)
    values (current_date - 1, 'downloads', 0, '', 1234), (current_date - 40, 'downloads', 0, '', 7)`)
  expect((await getPage(METHOD_PATH)).html).not.toContain("en trente jours")
  await setSettings("audience", { areFiguresPublic: true })
  expect((await getPage(METHOD_PATH)).html).toContain("<strong>1\u202f234</strong> en trente jours")
  await setSettings("audience", { isCounted: false })
  expect((await getPage(METHOD_PATH)).html).not.toContain("en trente jours")
})

test("48.8 where nothing is counted the pages say so", async () => {
  await setSettings("audience", { isCounted: false })
  countTotal({ day: "2026-11-20", measure: "page", episodeId: 0, label: "/" })
  await writeTotals()
  const { rows } = await db.execute(sql`select from audience_days`)
  expect(rows).toEqual([])
  expect((await getPage(METHOD_PATH)).html).toContain("Ce site ne mesure pas son audience.")
  expect(await privacyText()).not.toContain("empreinte, dont la clé")
})

test("48.8 the self-assessment answers by what the site is set up to do", async () => {
  const admin = await signInAsNew("admin")
  const read = async () => (await visitAs(admin, "/admin/site/audience/evaluation")).text
  expect(await read()).toContain("10 critères sur 12")
  await setSettings("legal", { editorName: "Ring Éditions", hostName: "Hébergeur", hostCountry: "France" })
  const all = await read()
  expect(all).toContain("12 critères sur 12")
  expect(all).toContain("Ring Éditions")
  await db.execute(sql`insert into deliveries (day, listener, client, episode_id, app, device, source, age, sent, needed, is_unverified)
    values ('2020-01-01', '\\x00', '\\x00', 1, '', '', '', 0, '{}', 1, false)`)
  expect(await read()).toContain("11 critères sur 12")
})

test.each([
  ["", true],
  ["203.0.113.0/24\n# un hébergeur\n\n2001:db8::/32 # un autre\r\n192.0.2.1", true],
  ["203.0.113.0/33", false],
  ["203.0.113.0/", false],
  ["2001:db8::/129", false],
  ["exemple.fr", false],
  ["10.0.0.0/8/8", false],
  [`${"9".repeat(300)}/8`, false],
])("48.8 networks are one a line: %j", (text, isValid) => {
  expect(networksOf(text) !== undefined).toBe(isValid)
})

test("48.8 what a host excludes is tried by its network, of IPv6 too", () => {
  const networks = networksOf("203.0.113.0/24\n2001:db8::/32")
  const tried = [
    networks?.check("203.0.113.9", "ipv4"),
    networks?.check("203.0.114.9", "ipv4"),
    networks?.check("2001:db8:1:2::", "ipv6"),
  ]
  expect(tried).toEqual([true, false, true])
})
