import { sql } from "drizzle-orm"
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { findOwedFactor } from "#app/accounts/auth/factors/required-factor.server.ts"
import { db } from "#app/db/client.server.ts"
import { writeSetting } from "#app/db/settings.server.ts"
import { send } from "#test/app.ts"
import { emptyDatabase, openTestDatabase } from "#test/database.ts"
import { createEpisode, storedRows } from "#test/factories.ts"
import { giveApp, givePasskey } from "#test/factors.ts"
import { readHtml } from "#test/html.ts"
import {
  ageAuthentication,
  createUser,
  followAs,
  openSession,
  readPage,
  sendForm,
  signInAs,
  visitAs,
} from "#test/people.ts"
import { createComment } from "#test/visitors.ts"

const DAY_MS = 86_400_000
const NOW = new Date("2026-11-22T12:00:00Z")
const SECURITY = "/admin/settings/security"
const USERS = "/admin/users"

/** What stays open to who owes a factor. */
const OPEN = [
  "/admin/settings",
  SECURITY,
  "/admin/confirm",
  "/admin/proof",
  "/admin/search",
  "/admin/search/results",
]

let admin: { id: string; email: string; role: "user" | "moderator" | "admin" }
let cookie = ""

beforeAll(openTestDatabase)
beforeEach(async () => {
  // Whoever signs in is there before what is required of them, whatever day it is.
  setTime(NOW)
  await emptyDatabase()
  admin = await createUser("admin", "awa@cko.test")
  await db.execute(sql`update users set staff_since = '2026-01-01T00:00Z'`)
  cookie = await openSession(admin)
})
afterEach(() => void vi.useRealTimers())

/** Lets a second factor be required since this long ago. */
const require = (days: number) =>
  writeSetting(db, "factor-required-since", new Date(Date.now() - days * DAY_MS).toISOString())
const setTime = (time: Date | number) => vi.useFakeTimers({ toFake: ["Date"], now: time })

describe("what is owed", () => {
  const at = async (time: number) => {
    setTime(time)
    return findOwedFactor(admin)
  }

  test("14.5 is due 7 days after it was required, to the second", async () => {
    setTime(NOW)
    await require(0)
    const dueAt = new Date("2026-11-29T12:00:00Z")
    expect(await at(dueAt.getTime() - 1)).toEqual({ dueAt, isOverdue: false })
    expect(await at(dueAt.getTime())).toEqual({ dueAt, isOverdue: true })
  })

  test("is due 7 days after somebody became staff, when that was later", async () => {
    setTime(NOW)
    await require(30)
    await db.execute(sql`update users set staff_since = ${NOW.toISOString()}`)
    const dueAt = new Date("2026-11-29T12:00:00Z")
    expect(await at(NOW.getTime())).toEqual({ dueAt, isOverdue: false })
    expect(await at(dueAt.getTime())).toEqual({ dueAt, isOverdue: true })
  })

  test("is due after the rule alone where it is not known since when somebody is staff", async () => {
    await require(8)
    await db.execute(sql`update users set staff_since = null`)
    expect(await findOwedFactor(admin)).toMatchObject({ isOverdue: true })
  })

  test("is nothing without the rule, for users, and for who has a passkey or an app in use", async () => {
    expect(await findOwedFactor(admin)).toBeUndefined()
    await require(30)
    expect(await findOwedFactor({ ...admin, role: "user" })).toBeUndefined()
    await givePasskey(admin)
    expect(await findOwedFactor(admin)).toBeUndefined()
    await db.execute(sql`delete from passkeys`)
    await db.execute(sql`insert into totp_secrets (user_id, secret) values (${admin.id}, 's')`)
    expect(await findOwedFactor(admin)).toMatchObject({ isOverdue: true })
    await db.execute(sql`update totp_secrets set confirmed_at = now()`)
    expect(await findOwedFactor(admin)).toBeUndefined()
  })

  test("is nothing for a rule that cannot be read", async () => {
    for (const value of [7, "hier", { a: 1 }]) {
      await writeSetting(db, "factor-required-since", value)
      expect(await findOwedFactor(admin)).toBeUndefined()
    }
  })
})

describe("within the time that is left", () => {
  test.each(["/admin", "/admin/users", "/admin/settings", SECURITY])(
    "%s opens, and says until when, and where to go",
    async (path) => {
      setTime(NOW)
      await require(1)
      const shown = await visitAs(cookie, path)
      expect(shown.status).toBe(200)
      expect(shown.get("main").text).toContain("Ajoutez un second facteur avant le 28 novembre 2026.")
      const links = shown.get("main").all("a", { href: SECURITY })
      expect(links.length > 0).toBe(path !== SECURITY)
    },
  )

  test("nothing is said to users, nor to who has a factor, and no query asks for users", async () => {
    await require(1)
    await createUser("user", "lea@cko.test")
    const lea = await signInAs("lea@cko.test")
    const queries = async (as: string) => {
      const response = await send("/admin/settings", { headers: { cookie: as } })
      return Number(/sql;desc="(\d+)"/.exec(response.headers.get("server-timing") ?? "")?.[1])
    }
    expect((await visitAs(lea, "/admin/settings")).text).not.toContain("avant le")
    const withoutRule = await queries(lea)
    await db.execute(sql`delete from settings`)
    expect(await queries(lea)).toBe(withoutRule)
    await require(1)
    await giveApp(admin)
    expect((await visitAs(cookie, "/admin")).text).not.toContain("avant le")
  })
})

describe("afterwards", () => {
  beforeEach(() => require(8))

  // One page behind each guard and what is no page: every other address stands behind the same, and no write passes them
  // (factor-states.test.ts).
  test.each(["/admin", "/admin/comments", "/admin/users", "/admin/media/choices"])(
    "14.5 %s leads to the settings, and so do its data",
    async (path) => {
      const page = await send(path, { headers: { cookie } })
      expect([page.status, page.headers.get("location"), await page.text()]).toEqual([302, SECURITY, ""])
      const head = await send(path, { method: "HEAD", headers: { cookie } })
      expect([head.status, head.headers.get("location")]).toEqual([302, SECURITY])
      const content = await send(`${path}.data`, { headers: { cookie } })
      expect([content.status, await content.text()]).toEqual([202, expect.stringContaining(SECURITY)])
    },
  )

  test("the search stays open, and finds nothing", async () => {
    await createEpisode({ title: "Insaisissable" })
    const find = async () =>
      (await send("/admin/search/results?q=insaisissable", { headers: { cookie } })).json()
    expect(await find()).toEqual({ meant: [], groups: [], isPartial: false })
    expect((await visitAs(cookie, "/admin/search?q=insaisissable")).get("main").text).not.toContain(
      "Insaisissable",
    )
    await givePasskey(admin)
    expect(await find()).toMatchObject({ groups: [{ kind: "episode" }] })
  })

  test("a refused write says what to do, and where", async () => {
    const shown = await readPage(await sendForm("/admin/news", { intent: "save", title: "A" }, { cookie }))
    expect([shown.status, shown.get("h1").text]).toEqual([403, "Second facteur requis"])
    expect(shown.get("main").text).toContain("Rien n’a été enregistré")
    expect(
      shown
        .get("main")
        .all("a")
        .map(({ attributes }) => attributes.href),
    ).toEqual([SECURITY])
  })

  test.each(OPEN)("%s stays open", async (path) => {
    expect((await send(path, { headers: { cookie } })).status).toBe(200)
  })

  test("the settings say so, and a factor opens the rest", async () => {
    const shown = await visitAs(cookie, SECURITY)
    expect(shown.get("main").text).toContain("Second facteur requis. L’administration s’ouvrira à nouveau")
    expect((await sendForm(SECURITY, { intent: "start-totp" }, { cookie })).status).toBe(200)
    await givePasskey(admin)
    expect((await visitAs(cookie, "/admin/users")).status).toBe(200)
  })

  test("public pages stay, but no comment is deleted there", async () => {
    await createEpisode()
    await createComment(1)
    expect((await visitAs(cookie, "/episodes/1")).status).toBe(200)
    const deletion = { intent: "delete-comment", id: "1" }
    expect((await sendForm("/episodes/1", deletion, { cookie })).status).toBe(403)
    await givePasskey(admin)
    expect((await sendForm("/episodes/1", deletion, { cookie })).status).toBe(200)
  })

  test("users notice nothing, moderators as much as admins", async () => {
    await createUser("user", "lea@cko.test")
    await createUser("moderator", "sam@cko.test")
    await db.execute(sql`update users set staff_since = '2026-01-01T00:00Z' where role <> 'user'`)
    expect((await visitAs(await signInAs("lea@cko.test"), "/admin/settings")).status).toBe(200)
    const comments = await send("/admin/comments", { headers: { cookie: await signInAs("sam@cko.test") } })
    expect([comments.status, comments.headers.get("location")]).toEqual([302, SECURITY])
  })
})

describe("the rule", () => {
  const post = (intent: string) => sendForm(USERS, { intent }, { cookie })
  const rule = async () => (await storedRows("settings"))[0]?.value

  test("14.5 is set and lifted by an admin who has a factor, and stands in the log", async () => {
    setTime(NOW)
    await giveApp(admin)
    const asked = await visitAs(cookie, `${USERS}?action=require-factor`)
    expect(asked.text).toContain("Ceux qui n’en ont pas ont 7 jours pour en ajouter un.")
    expect((await followAs(cookie, await post("require-factor"), USERS)).text).toContain(
      "Second facteur exigé",
    )
    expect(await rule()).toBe(NOW.toISOString())
    setTime(NOW.getTime() + DAY_MS)
    await post("require-factor")
    expect(await rule()).toBe(NOW.toISOString())
    expect((await visitAs(cookie, USERS)).text).toContain("Exigé depuis le 22 novembre 2026")
    expect((await visitAs(cookie, `${USERS}?action=lift-factor`)).text).toContain(
      "Ne plus exiger de second facteur",
    )
    await post("lift-factor")
    expect(await rule()).toBeUndefined()
    const deeds = (await storedRows("audit_log")).filter(({ kind }) => kind === "settings")
    expect(deeds.map(({ actor, changes }) => [actor, changes])).toEqual([
      ["awa@cko.test", { since: [null, NOW.toISOString()] }],
      ["awa@cko.test", { since: [NOW.toISOString(), null] }],
    ])
  })

  test("is not for an admin without a factor, to set or to lift: that is said instead of a button", async () => {
    const shown = await visitAs(cookie, USERS)
    expect(shown.text).toContain("Pour l’exiger, ayez-en un vous-même")
    expect(shown.text).not.toContain("Exiger un second facteur")
    const refused = await post("require-factor")
    expect([refused.status, (await followAs(cookie, refused, USERS)).text]).toEqual([
      409,
      expect.stringContaining("ajoutez d’abord le vôtre"),
    ])
    expect(await rule()).toBeUndefined()
    await require(1)
    expect((await post("lift-factor")).status).toBe(409)
    expect((await visitAs(cookie, USERS)).text).toContain("Pour ne plus l’exiger, ayez-en un vous-même")
    expect(await rule()).toBeDefined()
  })

  test("needs authentication within the last quarter of an hour", async () => {
    await giveApp(admin)
    await ageAuthentication(cookie, 15 * 60 + 1)
    expect([(await post("require-factor")).status, await rule()]).toEqual([403, undefined])
  })

  test("stands beside who has none: their number, and a badge for each of them who is staff", async () => {
    await createUser("user", "lea@cko.test")
    await createUser("moderator", "sam@cko.test")
    await createUser("moderator", "zoe@cko.test")
    await giveApp(admin)
    const shown = await visitAs(cookie, USERS)
    expect(shown.text).toContain("2 personnes n’en ont pas encore.")
    const rows = readHtml(shown.html).get("tbody").all("tr")
    const marked = rows.filter(({ text }) => text.includes("Sans second facteur"))
    expect(marked.map(({ text }) => /\w+@cko.test/.exec(text)?.[0]).toSorted()).toEqual([
      "sam@cko.test",
      "zoe@cko.test",
    ])
  })
})
