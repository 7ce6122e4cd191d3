import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { send } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import type { Part } from "#test/html.ts"
import {
  createUser,
  filledForm,
  followAs,
  isSignedIn,
  PASSWORD,
  sendForm,
  sessionCookie,
  signInAsNew,
  visitAs,
} from "#test/people.ts"

const PATH = "/admin/settings"
let cookie = ""

useDatabase()
beforeEach(async () => {
  cookie = await signInAsNew("user", "awa@cko.test")
})

const post = (fields: Record<string, string>) => sendForm(PATH, fields, { cookie })

describe("the sessions", () => {
  const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
  const signInWith = async (browser: string, email = "awa@cko.test") =>
    sessionCookie(await sendForm("/auth", { email, password: PASSWORD }, { "User-Agent": browser })) ?? ""

  test("the sessions are listed by browser, this one marked", async () => {
    await signInWith(FIREFOX)
    const { email } = await createUser()
    await signInWith("Autre", email)
    const shown = await visitAs(cookie, PATH)
    const items = sessionItems(shown)
    expect(items).toHaveLength(2)
    expect(items.filter(({ text }) => text.includes("Cette session"))).toHaveLength(1)
    expect(items.map(({ text }) => text).join()).toContain("Firefox sur Windows")
    expect(shown.html).not.toContain("Autre")
    for (const { token } of await storedRows("sessions")) expect(shown.html).not.toContain(String(token))
  })

  test("the sessions end one by one", async () => {
    const other = await signInWith(FIREFOX)
    const third = await signInWith("Opera")
    const item = sessionItems(await visitAs(cookie, PATH)).find(({ text }) => text.includes("Firefox"))
    const response = await post(filledForm(item?.get("form") ?? shownNothing()))
    expect([response.status, (await followAs(cookie, response, PATH)).text]).toEqual([
      200,
      expect.stringContaining("Session déconnectée"),
    ])
    expect([await isSignedIn(cookie), await isSignedIn(other), await isSignedIn(third)]).toEqual([
      true,
      false,
      true,
    ])
  })

  test("16.2 the sessions all end but this one", async () => {
    const others = [await signInWith(FIREFOX), await signInWith("Opera")]
    const { email } = await createUser()
    const stranger = await signInWith(FIREFOX, email)
    const response = await post({ intent: "end-others" })
    expect([response.status, (await followAs(cookie, response, PATH)).text]).toEqual([
      200,
      expect.stringContaining("Les autres sessions sont déconnectées"),
    ])
    expect(await Promise.all([cookie, ...others, stranger].map(isSignedIn))).toEqual([
      true,
      false,
      false,
      true,
    ])
    expect((await visitAs(cookie, PATH)).text).not.toContain("Déconnecter les autres")
  })

  test("the sessions of others are out of reach, known by id or not", async () => {
    const { id, email } = await createUser("admin")
    const stranger = await signInWith(FIREFOX, email)
    const theirs = (await storedRows("sessions")).find((row) => row.user_id === id)
    for (const wrong of [String(theirs?.id), "", "abc", "1'--", String(theirs?.token)]) {
      const response = await post({ intent: "end-session", id: wrong })
      expect([response.status, (await followAs(cookie, response, PATH)).text]).toEqual([
        404,
        expect.stringContaining("Impossible de déconnecter cette session"),
      ])
    }
    expect((await post({ intent: "end-session" })).status).toBe(400)
    expect([await isSignedIn(cookie), await isSignedIn(stranger)]).toEqual([true, true])
  })

  test("the sessions that have run out are neither listed nor good for anything", async () => {
    const other = await signInWith(FIREFOX)
    await db.execute(
      sql`update sessions set expires_at = now() - interval '1 second' where user_agent = ${FIREFOX}`,
    )
    expect(await isSignedIn(other)).toBe(false)
    expect(sessionItems(await visitAs(cookie, PATH))).toHaveLength(1)
  })

  test("13.5 the sessions end after 90 days, however often they were used", async () => {
    await db.execute(sql`update sessions set created_at = now() - interval '89 days 23 hours'`)
    expect(await isSignedIn(cookie)).toBe(true)
    await db.execute(sql`update sessions set created_at = now() - interval '90 days 1 minute'`)
    const response = await send(PATH, { headers: { cookie } })
    expect([response.status, sessionCookie(response)]).toEqual([302, ""])
    expect(await storedRows("sessions")).toEqual([])
  })
})

function sessionItems(shown: Part) {
  return shown.all("li").filter(({ text }) => text.includes("dernière activité"))
}

function shownNothing(): never {
  throw new Error("no such session is shown")
}
