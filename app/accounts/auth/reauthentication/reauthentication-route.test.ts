import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { keepPasskey } from "#test/factors.ts"
import { send } from "#test/app.ts"
import { type Authenticator, createAuthenticator } from "#test/authenticator.ts"
import { useDatabase } from "#test/database.ts"
import {
  ageAuthentication,
  createUser,
  followAs,
  PASSWORD,
  readPage,
  sendForm,
  signInAs,
  visitAs,
} from "#test/people.ts"
import { askForNewPasskey, askForPasskey } from "../factors/passkeys.server.ts"

useDatabase()
beforeEach(async () => {
  person = await createUser("user", "awa@cko.test")
  cookie = await signInAs(person.email)
})

let person: { id: string; email: string }
let cookie: string

const ask = async (age = "900") =>
  (await send(`/admin/proof?age=${age}`, { headers: { cookie } })).json() as Promise<{ means: unknown }>

async function reauthenticate(fields: Record<string, string>, by = cookie) {
  const response = await sendForm("/admin/proof", fields, { cookie: by })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

async function addKey(owner = person, authenticator = createAuthenticator()) {
  await keepPasskey(owner.id, authenticator.register(await askForNewPasskey(owner)))
  return authenticator
}

async function reauthenticateBy(authenticator: Authenticator) {
  const { body } = await reauthenticate({ intent: "ask-passkey" })
  const options = body as unknown as Awaited<ReturnType<typeof askForPasskey>>
  return reauthenticate({ intent: "passkey", response: JSON.stringify(authenticator.authenticate(options)) })
}

describe("the browser's question whether re-authentication is needed", () => {
  test.each([
    ["900", 0, true],
    ["900", 14 * 60, true],
    // So near its end it is asked for anew.
    ["900", 14 * 60 + 45, false],
    ["300", 4 * 60, true],
    ["300", 6 * 60, false],
    // Whatever else it asks for, it learns of nothing older than a quarter of an hour.
    ["86400", 16 * 60, false],
    ["-1", 16 * 60, false],
    ["Infinity", 16 * 60, false],
    ["a", 14 * 60, true],
  ])("of the last %s seconds, %s after the last one, has it: %s", async (age, seconds, isThere) => {
    await ageAuthentication(cookie, seconds)
    const means = isThere ? null : { email: "awa@cko.test", hasPassword: true, hasPasskey: false }
    expect(await ask(age)).toEqual({ means })
  })

  test("is answered by what the account has, and to nobody else", async () => {
    await addKey()
    await db.execute(sql`update accounts set password = null`)
    await ageAuthentication(cookie)
    expect(await ask()).toEqual({ means: { email: "awa@cko.test", hasPassword: false, hasPasskey: true } })
    const response = await send("/admin/proof")
    expect([response.status, response.headers.get("location")]).toEqual([302, "/auth"])
    const own = await send("/admin/proof", { headers: { cookie } })
    expect(own.headers.get("cache-control")).toBe("private, no-store")
  })
})

describe("re-authentication", () => {
  beforeEach(() => ageAuthentication(cookie))

  test("by the password is one for this session", async () => {
    expect(await reauthenticate({ intent: "password", proof: PASSWORD })).toEqual({ status: 200, body: {} })
    expect(await ask()).toEqual({ means: null })
  })

  test.each([
    ["", "Le mot de passe est requis"],
    ["Faux12345", "Le mot de passe est incorrect"],
  ])("by the password %j is refused", async (proof, error) => {
    expect(await reauthenticate({ intent: "password", proof })).toEqual({ status: 403, body: { error } })
    expect(await ask()).not.toEqual({ means: null })
  })

  test("by one password of many at once is tried five times", async () => {
    const tries = await Promise.all(
      Array.from({ length: 12 }, () => reauthenticate({ intent: "password", proof: "Faux12345" })),
    )
    expect(tries.filter(({ status }) => status === 403)).toHaveLength(5)
    const { status, body } = await reauthenticate({ intent: "password", proof: PASSWORD })
    expect([status, body.error]).toEqual([429, "Trop de tentatives. Réessayez dans 15 minutes."])
  })

  test("by a passkey goes on where wrong passwords have to wait", async () => {
    const authenticator = await addKey()
    for (let tries = 0; tries < 6; tries += 1)
      await reauthenticate({ intent: "password", proof: "Faux12345" })
    expect(await reauthenticateBy(authenticator)).toEqual({ status: 200, body: {} })
    expect(await ask()).toEqual({ means: null })
  })

  test("by somebody else's passkey is none, whoever it was asked of", async () => {
    const stranger = await createUser("admin")
    const theirs = await addKey(stranger)
    expect((await reauthenticateBy(theirs)).status).toBe(403)
    for (const asked of [
      await askForPasskey(),
      await askForPasskey({ purpose: "proof", userId: stranger.id }),
      await askForPasskey({ purpose: "second-step", userId: stranger.id }),
    ]) {
      const response = JSON.stringify(theirs.authenticate(asked))
      expect((await reauthenticate({ intent: "passkey", response })).status).toBe(403)
    }
    expect(await ask()).not.toEqual({ means: null })
  })

  test("by a passkey that made sure of nobody is none", async () => {
    const authenticator = await addKey()
    authenticator.state.isUserVerified = false
    expect(await reauthenticateBy(authenticator)).toEqual({
      status: 403,
      body: { error: "Cette clé d’accès n’a pas été reconnue" },
    })
  })

  test.each(["", "{", "null", "[]", '{"id":"x"}', "x".repeat(60_000)])(
    "by what is no answer of a passkey (%#) is none",
    async (response) => {
      expect((await reauthenticate({ intent: "passkey", response })).status).toBe(403)
    },
  )

  test("by a passkey is good for one session, once", async () => {
    const other = await signInAs(person.email)
    const authenticator = await addKey()
    const { body } = await reauthenticate({ intent: "ask-passkey" })
    const options = body as unknown as Awaited<ReturnType<typeof askForPasskey>>
    const response = JSON.stringify(authenticator.authenticate(options))
    expect((await reauthenticate({ intent: "passkey", response })).status).toBe(200)
    expect((await reauthenticate({ intent: "passkey", response }, other)).status).toBe(403)
  })
})

describe("the page that asks for re-authentication", () => {
  test.each([
    ["/admin/newsletter?q=a", "/admin/newsletter?q=a"],
    ["/admin", "/admin"],
    ["", "/admin/settings"],
    ["/", "/admin/settings"],
    ["/adminx", "/admin/settings"],
    ["//evil.example/admin", "/admin/settings"],
    ["/admin/../../auth/sign-out", "/admin/settings"],
    ["/admin\\..\\x", "/admin/settings"],
    ["https://evil.example/admin", "/admin/settings"],
    ["javascript:alert(1)", "/admin/settings"],
    ["/admin/\r\nLocation: https://evil.example", "/admin/settings"],
  ])("sent from %j leads to %s", async (back, to) => {
    await ageAuthentication(cookie)
    const path = `/admin/confirm?${new URLSearchParams({ back })}`
    const shown = await visitAs(cookie, path)
    expect(shown.get("main").get("a").attributes.href).toBe(to)
    const response = await sendForm(path, { proof: PASSWORD }, { cookie })
    expect([response.status, response.headers.get("location")]).toEqual([302, to])
  })

  test.each([
    ["/admin/newsletter.csv?q=a", "0;url=/admin/newsletter.csv?q=a"],
    ["", undefined],
    ["/auth/sign-out", undefined],
    ["//evil.example/admin", undefined],
    ["javascript:alert(1)", undefined],
  ])("15.11 leads back to a page that has the file %j sent by itself", async (file, refresh) => {
    await db.execute(sql`update users set role = 'admin'`)
    await ageAuthentication(cookie)
    const path = `/admin/confirm?${new URLSearchParams({ back: "/admin/settings", file })}`
    const confirmed = await sendForm(path, { proof: PASSWORD }, { cookie })
    const shown = await followAs(cookie, confirmed)
    expect(shown.text).toContain("C’est confirmé")
    expect(shown.all("meta", { "http-equiv": "refresh" }).map((meta) => meta.attributes.content)).toEqual(
      refresh === undefined ? [] : [refresh],
    )
    // Once.
    expect((await visitAs(cookie, "/admin/settings")).html).not.toContain("0;url=")
  })

  test("says what is wrong with the password, and how long to wait", async () => {
    await ageAuthentication(cookie)
    const guess = () => sendForm("/admin/confirm", { proof: "Faux12345" }, { cookie })
    const wrong = await guess()
    expect([wrong.status, (await readPage(wrong)).text]).toEqual([
      403,
      expect.stringContaining("Le mot de passe est incorrect"),
    ])
    for (let tries = 1; tries < 5; tries += 1) expect((await guess()).status).toBe(403)
    const late = await guess()
    expect([late.status, Number(late.headers.get("retry-after")) > 0]).toEqual([429, true])
  })
})

describe("what does not re-authenticate", () => {
  const authenticatedAt = async () => {
    const { rows } = await db.execute<{ at: string }>(sql`select proved_at::text as at from sessions`)
    return rows.map(({ at }) => at)
  }

  test("using a session, renewing it and saving one's name raise nothing", async () => {
    await ageAuthentication(cookie)
    await db.execute(sql`update sessions set expires_at = now() + interval '20 days'`)
    const before = await authenticatedAt()
    await visitAs(cookie, "/admin/settings")
    const forged = { authenticatedAt: "2099-01-01", proved_at: "2099-01-01", proof: PASSWORD }
    await sendForm("/admin/settings", { intent: "profile", firstName: "Awa", ...forged }, { cookie })
    const { rows } = await db.execute<{ days: number }>(
      sql`select extract(day from expires_at - now())::int as days from sessions`,
    )
    expect(rows).toEqual([{ days: 29 }])
    expect(await authenticatedAt()).toEqual(before)
  })

  test("changing one's password is one, for the session that goes on", async () => {
    await ageAuthentication(cookie)
    const change = { intent: "password", current: PASSWORD, password: "Crochet99", confirmation: "Crochet99" }
    const response = await sendForm("/admin/settings", change, { cookie })
    expect(response.status).toBe(302)
    const { rows } = await db.execute(
      sql`select proved_at > now() - interval '1 minute' as fresh from sessions`,
    )
    expect(rows).toEqual([{ fresh: true }])
  })
})
