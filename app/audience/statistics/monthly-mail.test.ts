import { eq, sql } from "drizzle-orm"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { foldAudience } from "#app/jobs/fold-audience.server.ts"
import { db } from "#app/db/client.server.ts"
import { users } from "#app/db/schema/accounts.server.ts"
import { auditLog } from "#app/db/schema/audit.server.ts"
import { mails } from "#app/db/schema/mails.server.ts"
import { firstBefore, lastFirst, NOTICE_LABELS } from "#app/kit/lib/notices.ts"
import type { Right } from "#app/kit/lib/rights.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { useDatabase, withoutTable } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import { createUser, openSession, sendForm, visitAs } from "#test/people.ts"
import { findMonth, tellMonth } from "./monthly-mail.server.ts"
import { type MonthFigures, monthlyMail, sayHowItWent } from "./monthly-mail.ts"

const MORNING = new Date("2026-12-01T07:00:00Z")

/** As a reader sees it, with spaces that one can type. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ")

describe("49.7 the text", () => {
  const FIGURES: MonthFigures = {
    ...{ month: "2026-11-01", downloads: 12_340, before: 11_426, plays: 830, subscribers: 412, joined: 14 },
    top: { title: "La mer", count: 1_203 },
  }
  const ADDRESS = { to: "awa@cko.test", podcast: "CKO", publicUrl: "https://cko.test", seesNewsletter: true }

  test("49.7 says five figures, how the month went, where more is and where to stop it", () => {
    const { subject, text } = monthlyMail(FIGURES, ADDRESS)
    expect(subject).toBe("CKO\u00a0: 12\u202f340 téléchargements en novembre")
    expect(text).toContain("Novembre\u00a0: 12\u202f340 téléchargements, 8\u00a0% de plus qu’en octobre.")
    expect(plain(text)).toBe(`Bonjour,

Novembre : 12 340 téléchargements, 8 % de plus qu’en octobre.

Téléchargements : 12 340 (11 426 en octobre)
Lectures sur le site : 830
Abonnés au flux, selon les applications : 412
Épisode le plus téléchargé : « La mer », 1 203 téléchargements
Nouveaux abonnés à la newsletter : 14

Les courbes et le détail :
https://cko.test/admin/audience

Pour ne plus recevoir ce message chaque mois :
https://cko.test/admin/settings#prevenir`)
  })

  test("49.7 of a first month compares nothing; who may not see the newsletter’s figures has four", () => {
    const { month } = FIGURES
    const first = { month, downloads: 1, plays: 0, subscribers: 1, joined: 3, since: "2026-11-20" }
    const { subject, text } = monthlyMail(
      { ...first, top: { title: "La mer", count: 1 } },
      { ...ADDRESS, seesNewsletter: false },
    )
    expect(plain(subject)).toBe("CKO : 1 téléchargement en novembre")
    expect(plain(text)).toContain(`Novembre : 1 téléchargement, compté depuis le 20.

Téléchargements : 1
Lectures sur le site : 0
Abonnés au flux, selon les applications : 1
Épisode le plus téléchargé : « La mer », 1 téléchargement

Les courbes`)
    expect(plain(monthlyMail({ ...first, downloads: 0 }, ADDRESS).text)).toContain("téléchargé : aucun")
  })

  test.each<[downloads: number, before: number | undefined, said: string]>([
    [12_340, undefined, "12 340 téléchargements."],
    [90, 100, "90 téléchargements, 10 % de moins qu’en octobre."],
    [101, 100, "101 téléchargements, 1 % de plus qu’en octobre."],
    [1_004, 1_000, "1 004 téléchargements, presque autant qu’en octobre."],
    [1_000, 1_000, "1 000 téléchargements, comme en octobre."],
    [40, 10, "40 téléchargements, 300 % de plus qu’en octobre."],
    [40, 9, "40 téléchargements, contre 9 en octobre."],
    [1, 0, "1 téléchargement, contre aucun en octobre."],
    [0, 120, "aucun téléchargement, contre 120 en octobre."],
    [0, 0, "aucun téléchargement, comme en octobre."],
  ])("49.7 %i downloads after %s", (downloads, before, said) => {
    const figures = { ...FIGURES, downloads, before }
    expect(plain(sayHowItWent(figures))).toBe(`Novembre : ${said}`)
  })

  test("49.7 January is compared with December", () => {
    const said = sayHowItWent({ ...FIGURES, month: "2027-01-01", downloads: 50, before: 100 })
    expect(plain(said)).toBe("Janvier : 50 téléchargements, 50 % de moins qu’en décembre.")
  })
})

test.each([
  ["2026-12-01T06:59:59Z", "2026-11-01"],
  ["2026-12-01T07:00:00Z", "2026-12-01"],
  ["2026-12-31T22:59:59Z", "2026-12-01"],
  ["2026-12-31T23:00:00Z", "2026-12-01"],
  ["2027-01-01T07:00:00Z", "2027-01-01"],
  // Clocks went forward on 29 March, and back on 25 October.
  ["2026-04-01T05:59:59Z", "2026-03-01"],
  ["2026-04-01T06:00:00Z", "2026-04-01"],
  ["2026-11-01T06:59:59Z", "2026-10-01"],
  ["2026-11-01T07:00:00Z", "2026-11-01"],
  ["2026-10-25T00:30:00Z", "2026-10-01"],
  ["2026-10-25T01:30:00Z", "2026-10-01"],
])("49.7 a month is told from 8 in Paris on its end on: at %s up to %s", (now, first) => {
  expect(lastFirst(new Date(now))).toBe(first)
})

test("49.7 the month before a first of a month", () => {
  expect(["2027-01-01", "2028-03-01", "2026-05-01"].map(firstBefore)).toEqual([
    "2026-12-01",
    "2028-02-01",
    "2026-04-01",
  ])
})

describe("49.7 the mail", () => {
  const before = getSettings()
  useDatabase()
  beforeEach(() => applySettings({ ...before, smtpUrl: "smtp://127.0.0.1:1" }))
  afterEach(() => applySettings(before))

  type Total = [day: string, measure: string, episodeId: number, label: string, count: number]
  async function count(...totals: Total[]) {
    for (const [day, measure, episodeId, label, many] of totals)
      await db.execute(sql`insert into audience_days (day, measure, episode_id, label, count)
        values (${day}, ${measure}, ${episodeId}, ${label}, ${many})`)
  }
  const countNovember = () => count(["2026-11-02", "downloads", 0, "", 20])

  async function createReader(role: "admin" | "moderator" | "user", email: string, rights?: Right[]) {
    const person = await createUser(role, email, rights)
    await db.update(users).set({ audienceTold: "2026-11-01" }).where(eq(users.email, email))
    return person
  }

  async function told(now: Date) {
    await tellMonth(now)
    const rows = await db.delete(mails).returning()
    return rows.map(({ recipient }) => recipient).toSorted()
  }

  test("49.7 a calendar month is summed up, neither more nor less of it", async () => {
    const { id } = await createEpisode({ title: "La mer" })
    const other = await createEpisode({ title: "Le port" })
    await count(["2026-10-01", "downloads", 0, "", 1], ["2026-10-31", "downloads", 0, "", 2])
    await count(["2026-11-01", "downloads", 0, "", 4], ["2026-11-30", "downloads", 0, "", 8])
    await count(["2026-12-01", "downloads", 0, "", 16], ["2026-12-01", "play", 0, "", 32])
    await count(["2026-11-01", "play", 0, "", 64], ["2026-10-31", "play", 0, "", 128])
    await count(["2026-11-01", "downloads", id, "0", 4], ["2026-11-30", "downloads", id, "29", 3])
    await count(["2026-11-30", "downloads", other.id, "1", 5], ["2026-12-01", "downloads", other.id, "2", 99])
    await count(
      ["2026-10-31", "downloads", other.id, "0", 99],
      ["2026-11-29", "subscribers", 0, "Overcast", 7],
    )
    await db.execute(sql`update episode_counts set downloads = (
      select sum(count) from audience_days where measure = 'downloads' and audience_days.episode_id = episode_counts.episode_id)`)
    await db.execute(sql`insert into subscriber_figures (day, joined) values
      ('2026-10-31', 1), ('2026-11-01', 2), ('2026-11-01', 4), ('2026-11-30', 8), ('2026-12-01', 16)`)
    expect(await findMonth("2026-12-01")).toEqual({
      ...{ month: "2026-11-01", downloads: 12, before: 3, plays: 64, subscribers: 7, joined: 14 },
      top: { id, title: "La mer", count: 7 },
    })
  })

  test("49.7 a month that was not counted whole is compared with nothing", async () => {
    await count(["2026-10-20", "downloads", 0, "", 5], ["2026-11-30", "downloads", 0, "", 8])
    expect(await findMonth("2026-11-01")).toMatchObject({ downloads: 5, since: "2026-10-20" })
    expect(await findMonth("2026-12-01")).toEqual({
      ...{ month: "2026-11-01", downloads: 8, plays: 0, subscribers: 0, joined: 0 },
    })
  })

  test("49.7 goes to who wants it and may see the figures, with the newsletter’s for admins", async () => {
    await countNovember()
    await createReader("admin", "awa@cko.test")
    await createReader("moderator", "partout@cko.test", ["write", "write-all"])
    await createReader("moderator", "perdu@cko.test", ["write", "moderate"])
    await createReader("moderator", "sans-ecrire@cko.test", ["write-all"])
    await createReader("user", "partie@cko.test", ["write", "write-all"])
    await createUser("admin", "jamais@cko.test")
    await tellMonth(MORNING)
    const rows = await db.select().from(mails).orderBy(mails.recipient)
    expect(rows.map(({ recipient, text }) => [recipient, text.includes("newsletter")])).toEqual([
      ["awa@cko.test", true],
      ["partout@cko.test", false],
    ])
  })

  test("49.7 goes once, also with two processes, and later in the month where the site was down", async () => {
    await countNovember()
    await count(["2026-12-20", "downloads", 0, "", 20])
    await createReader("admin", "awa@cko.test")
    expect(await told(new Date(MORNING.getTime() - 1))).toEqual([])
    await Promise.all([
      tellMonth(new Date("2026-12-19T22:00:00Z")),
      tellMonth(new Date("2026-12-19T22:00:00Z")),
    ])
    expect(await told(new Date("2026-12-31T22:00:00Z"))).toEqual(["awa@cko.test"])
    expect(await told(new Date("2027-01-01T06:59:59Z"))).toEqual([])
    expect(await told(new Date("2027-01-01T07:00:00Z"))).toEqual(["awa@cko.test"])
  })

  test("49.7 a turn that is killed has told nobody, and the next tells all", async () => {
    await countNovember()
    await createReader("admin", "awa@cko.test")
    await withoutTable("mails", () => expect(tellMonth(MORNING)).rejects.toThrow("mails"))
    expect(await told(MORNING)).toEqual(["awa@cko.test"])
  })

  test("49.7 nothing goes for a month without anything counted, or without a mail server", async () => {
    await createReader("admin", "awa@cko.test")
    await count(["2026-10-31", "downloads", 0, "", 20], ["2026-12-01", "downloads", 0, "", 20])
    await count(["2026-12-01", "subscribers", 0, "Overcast", 7], ["2026-11-20", "page", 0, "/blog", 7])
    expect(await told(MORNING)).toEqual([])
    await countNovember()
    applySettings(before)
    expect(await told(MORNING)).toEqual([])
  })

  test("49.7 the job that sums up days tells the month", async () => {
    await createReader("admin", "awa@cko.test")
    await count([firstBefore(lastFirst(new Date())), "downloads", 0, "", 20])
    await db.update(users).set({ audienceTold: "2000-01-01" })
    await foldAudience.run({ signal: new AbortController().signal, isAsked: false })
    expect((await db.select().from(mails)).length).toBe(1)
  })

  test("49.7 is ticked beside the notices, off by default, and not by who may not see the figures", async () => {
    const choose = (cookie: string, fields = {}) =>
      sendForm("/admin/settings", { intent: "notices", notices: "daily", ...fields }, { cookie })
    const until = async (id: string) =>
      (await db.select().from(users).where(eq(users.id, id))).map(({ audienceTold }) => audienceTold)
    const formOf = async (cookie: string) =>
      (await visitAs(cookie, "/admin/settings")).get("form", { "aria-label": "Être prévenu" })
    const admin = await createUser("admin")
    const cookie = await openSession(admin)
    const form = await formOf(cookie)
    expect(form.text).toContain("Chaque mois, l’audience en cinq chiffres")
    expect("checked" in form.get("input", { name: "wantsAudience" }).attributes).toBe(false)
    expect((await choose(cookie, { wantsAudience: "on" })).status).toBe(302)
    expect(await until(admin.id)).toEqual([lastFirst(new Date())])
    expect("checked" in (await formOf(cookie)).get("input", { name: "wantsAudience" }).attributes).toBe(true)
    // Nothing else of the form changes it, nor is a month told again.
    await db.update(users).set({ audienceTold: "2026-01-01" })
    await choose(cookie, { wantsAudience: "on", notices: "now" })
    expect(await until(admin.id)).toEqual(["2026-01-01"])
    await choose(cookie)
    expect(await until(admin.id)).toEqual([null])
    const [NOW, DAILY] = [NOTICE_LABELS.now, NOTICE_LABELS.daily]
    const changes = await db
      .select({ changes: auditLog.changes })
      .from(auditLog)
      .where(eq(auditLog.action, "update"))
      .orderBy(auditLog.id)
    expect(changes.map((row) => row.changes)).toEqual([
      { wantsAudience: [false, true] },
      { notices: [DAILY, NOW] },
      { notices: [NOW, DAILY], wantsAudience: [true, false] },
    ])
    expect((await choose(cookie, { wantsAudience: "oui" })).status).toBe(400)

    const everywhere = await openSession(await createUser("moderator", undefined, ["write", "write-all"]))
    expect((await formOf(everywhere)).text).toContain("Chaque mois, l’audience en quatre chiffres")
    const writer = await createUser("moderator", undefined, ["write"])
    const own = await openSession(writer)
    expect((await formOf(own)).text).not.toContain("l’audience")
    await choose(own, { wantsAudience: "on" })
    expect(await until(writer.id)).toEqual([null])
  })
})
