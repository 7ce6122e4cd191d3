import { eq, sql } from "drizzle-orm"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { backUpDaily, backUpElsewhere, backUpWhenAsked } from "#app/jobs/back-up.server.ts"
import { noteTurn } from "#app/db/failing-jobs.server.ts"
import type { Right } from "#app/kit/lib/rights.ts"
import { db } from "#app/db/client.server.ts"
import { users } from "#app/db/schema/accounts.server.ts"
import { mails } from "#app/db/schema/mails.server.ts"
import type { NoticeFrequency } from "#app/kit/lib/notices.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode, createLetter, createPost } from "#test/factories.ts"
import { createUser, openSession, sendForm, visitAs } from "#test/people.ts"
import { createComment } from "#test/visitors.ts"
import { tellWhatWaits } from "./notices.server.ts"

const MINUTE = 60_000
/** An afternoon in Paris. */
const NOON = new Date("2026-03-10T13:00:00Z")
const later = (minutes: number) => new Date(NOON.getTime() + minutes * MINUTE)

const before = getSettings()
useDatabase()
beforeEach(async () => {
  applySettings({ ...before, smtpUrl: "smtp://127.0.0.1:1" })
  await createEpisode()
})
afterEach(() => applySettings(before))

async function createHost(
  role: "admin" | "moderator",
  email: string,
  notices: NoticeFrequency,
  { toldAt = later(-60), rights }: { toldAt?: Date; rights?: Right[] } = {},
) {
  const person = await createUser(role, email, rights)
  await db.update(users).set({ notices, toldAt, commentsSeenAt: toldAt }).where(eq(users.email, email))
  return person
}
const message = (createdAt: Date) =>
  db.execute(sql`insert into contact_messages (name, email, subject, message, created_at)
    values ('Léa', 'lea@cko.test', 'S', 'T', ${createdAt})`)

async function told(now: Date) {
  await tellWhatWaits(now)
  const rows = await db.select().from(mails).orderBy(mails.recipient)
  await db.delete(mails)
  return rows.map(({ recipient, subject }) => [recipient, subject])
}

describe("what waits is told by mail", () => {
  test("31.1 at once, together with what came within ten minutes, and only where something is new", async () => {
    await createHost("admin", "awa@cko.test", "now")
    expect(await told(NOON)).toEqual([])
    await message(NOON)
    expect(await told(later(1))).toEqual([["awa@cko.test", "CKO : un message attend une réponse"]])
    await message(later(2))
    await createComment(1, { createdAt: later(3), status: "pending" })
    expect(await told(later(4))).toEqual([])
    expect(await told(later(12))).toEqual([
      ["awa@cko.test", "CKO : un commentaire attend votre avis, 2 messages attendent une réponse"],
    ])
    expect(await told(later(60))).toEqual([])
  })

  test("once a day, in the morning", async () => {
    await createHost("admin", "awa@cko.test", "daily", { toldAt: later(-1) })
    await message(NOON)
    expect(await told(later(600))).toEqual([])
    const morning = new Date("2026-03-11T07:00:00Z")
    expect(await told(new Date(morning.getTime() - 1))).toEqual([])
    expect(await told(morning)).toEqual([["awa@cko.test", "CKO : un message attend une réponse"]])
    expect(await told(new Date(morning.getTime() + 3 * 3_600_000))).toEqual([])
    expect(await told(new Date(morning.getTime() + 25 * 3_600_000))).toEqual([])
  })

  test("to moderators of comments alone, never to who wants none or is no host", async () => {
    await createHost("moderator", "mod@cko.test", "now")
    await createHost("admin", "jamais@cko.test", "never")
    await createUser("user", "user@cko.test")
    await message(NOON)
    expect(await told(later(1))).toEqual([])
    await createComment(1, { createdAt: later(2) })
    expect(await told(later(3))).toEqual([["mod@cko.test", "CKO : un nouveau commentaire"]])
  })

  test("a draft that waits for its reader, and a letter that stopped, to who may deal with them", async () => {
    await createHost("moderator", "relit@cko.test", "now", { rights: ["write", "write-all", "publish"] })
    await createHost("moderator", "ecrit@cko.test", "now", { rights: ["write", "publish"] })
    await createHost("moderator", "lettres@cko.test", "now", { rights: ["letters"] })
    await createHost("moderator", "rien@cko.test", "now", { rights: [] })
    await createPost({ isPublished: false, publishedAt: null, reviewAskedAt: NOON })
    await createLetter({ state: "paused", endedAt: null, halt: { code: "EAUTH" }, updatedAt: NOON })
    expect(await told(later(1))).toEqual([
      ["lettres@cko.test", "CKO : l’envoi d’une lettre s’est mis en pause de lui-même"],
      ["relit@cko.test", "CKO : un article attend votre relecture"],
    ])
    expect(await told(later(30))).toEqual([])
  })

  test("a copy of the site that fails, to admins", async () => {
    await createHost("admin", "awa@cko.test", "now", { toldAt: new Date(Date.now() - 60 * MINUTE) })
    await createHost("moderator", "mod@cko.test", "now", { toldAt: new Date(Date.now() - 60 * MINUTE) })
    for (const { name } of [backUpDaily, backUpWhenAsked, backUpElsewhere]) {
      await noteTurn(name, true)
      const now = new Date(Date.now() + 30 * MINUTE)
      expect([name, await told(now)]).toEqual([name, [["awa@cko.test", "CKO : la copie du site échoue"]]])
      await noteTurn(name, false)
      await db.update(users).set({ toldAt: new Date(Date.now() - 60 * MINUTE) })
    }
  })

  test("once, whoever looks at the same time, and not where no mail server is set", async () => {
    await createHost("admin", "awa@cko.test", "now")
    await message(NOON)
    applySettings(before)
    expect(await told(later(1))).toEqual([])
    applySettings({ ...before, smtpUrl: "smtp://127.0.0.1:1" })
    await Promise.all([tellWhatWaits(later(2)), tellWhatWaits(later(2))])
    const [mail, ...others] = await db.select().from(mails)
    expect(others).toEqual([])
    expect(mail?.text).toContain("/admin/messages?etat=a-traiter")
    expect(mail?.text).toContain("/admin/settings#prevenir")
  })
})

test("each host chooses how often on the page of their account; who is no host is not asked", async () => {
  const cookie = await openSession(await createHost("moderator", "mod@cko.test", "daily"))
  const form = (await visitAs(cookie, "/admin/settings")).get("form", { "aria-label": "Être prévenu" })
  expect(form.get("option", { selected: "" }).text).toBe("Une fois par jour, à 8 heures")
  expect((await sendForm("/admin/settings", { intent: "notices", notices: "now" }, { cookie })).status).toBe(
    302,
  )
  expect(
    (await sendForm("/admin/settings", { intent: "notices", notices: "toujours" }, { cookie })).status,
  ).toBe(400)
  const [person] = await db.select().from(users).where(eq(users.email, "mod@cko.test"))
  expect(person?.notices).toBe("now")
  const reader = await openSession(await createUser("user", "user@cko.test"))
  expect((await visitAs(reader, "/admin/settings")).text).not.toContain("Être prévenu")
})
