import { sql } from "drizzle-orm"
import { beforeEach, expect, test, vi } from "vitest"
import { db } from "#app/db/client.server.ts"
import { askForNewPasskey } from "#app/accounts/auth/factors/passkeys.server.ts"
import { takeRecoveryCode } from "#app/accounts/auth/factors/recovery-codes.server.ts"
import { send } from "#test/app.ts"
import { createAuthenticator } from "#test/authenticator.ts"
import { useDatabase } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import { useOutbox } from "#test/outbox.ts"
import { createInvitation } from "#test/invitations.ts"
import {
  createUser,
  isSignedIn,
  PASSWORD,
  readPage,
  sendForm,
  sessionCookie,
  signInAs,
  visitAs,
} from "#test/people.ts"
import { PATIENCE } from "#test/setup.ts"

const LEA = "lea@cko.test"
let link = ""
const outbox = useOutbox()

useDatabase()
beforeEach(async () => {
  await createUser("admin", "awa@cko.test")
  link = (await createInvitation({ email: LEA })).link
})

type Options = Parameters<ReturnType<typeof createAuthenticator>["register"]>[0]

const ask = (of = link, address = "192.0.2.1") =>
  sendForm(of.replace("/auth/invitation", "/auth/invitation/passkey"), {}, { "X-Forwarded-For": address })
const optionsOf = async (of = link) => (await (await ask(of)).json()) as Options
const accept = (response: unknown, of = link, cookie = "") =>
  sendForm(of, { intent: "passkey", response: JSON.stringify(response) }, { cookie })
const accountOf = async (email: string) => (await storedRows("users")).find((user) => user.email === email)
const alone = async () =>
  [await storedRows("users"), await storedRows("passkeys")].map(({ length }) => length)

/** Signs in by passkey alone. @returns the `Cookie` header of the session */
async function signInWith(authenticator: ReturnType<typeof createAuthenticator>) {
  const options = await (await sendForm("/auth/passkey", { intent: "ask", step: "first" })).json()
  const response = JSON.stringify(authenticator.authenticate(options))
  return sessionCookie(await sendForm("/auth/passkey", { intent: "answer", step: "first", response }))
}

test("who is invited joins with a passkey and no password, and sees ten recovery codes once", async () => {
  const authenticator = createAuthenticator()
  const response = await accept(authenticator.register(await optionsOf()))
  expect(await isSignedIn(sessionCookie(response) ?? "")).toBe(true)
  const shown = await readPage(response)
  expect(shown.get("h1").text).toBe("Vos codes de secours")
  const codes = shown.get("pre").text.split(/\s+/)
  expect(codes).toHaveLength(10)
  const account = await accountOf(LEA)
  const id = String(account?.id)
  expect(account).toMatchObject({ role: "moderator", email_verified: true })
  expect((await storedRows("accounts")).filter(({ user_id }) => user_id === id)).toEqual([])
  expect(await storedRows("passkeys")).toMatchObject([{ id: authenticator.id, user_id: id }])
  expect(await storedRows("invitations")).toEqual([])
  expect(await isSignedIn((await signInWith(authenticator)) ?? "")).toBe(true)
  expect((await sendForm("/auth", { email: LEA, password: PASSWORD })).status).toBe(401)
  expect(await takeRecoveryCode(id, codes[3] ?? "")).toBe(true)
  expect(await storedRows("audit_log")).toContainEqual(
    expect.objectContaining({ action: "accept", kind: "invitation", actor: LEA, actor_id: id }),
  )
})

test("who joined with a passkey is not asked for a password they never had, and gets one by a mailed link", async () => {
  const authenticator = createAuthenticator()
  const cookie = sessionCookie(await accept(authenticator.register(await optionsOf()))) ?? ""
  const settings = await visitAs(cookie, "/admin/settings")
  expect(settings.text).toContain("Votre compte n’a pas de mot de passe")
  expect(settings.all("input", { name: "current" })).toEqual([])
  const wanted = { password: "Crochet99", confirmation: "Crochet99" }
  const change = { intent: "password", current: PASSWORD, ...wanted }
  expect((await sendForm("/admin/settings", change, { cookie })).status).toBe(400)
  await sendForm("/auth/forgot-password", { email: LEA })
  const link = await vi.waitFor(outbox.link, PATIENCE)
  expect((await sendForm(link, wanted)).headers.get("location")).toBe("/auth")
  // The passkey is the second factor from now on.
  const signedIn = await sendForm("/auth", { email: LEA, password: "Crochet99" })
  expect([signedIn.headers.get("location"), sessionCookie(signedIn)]).toEqual(["/auth/code", undefined])
})

test("asking for a passkey makes no account yet", async () => {
  expect(await optionsOf()).toMatchObject({
    rp: { id: "cko.test" },
    user: { name: LEA },
    authenticatorSelection: { userVerification: "required" },
  })
  expect([await alone(), (await storedRows("invitations")).length]).toEqual([[1, 0], 1])
})

test.each<[string, Parameters<typeof createAuthenticator>[0]]>([
  ["whose holder was not made sure of", { isUserVerified: false }],
  ["of another site", { origin: "https://evil.example" }],
])("a passkey %s is refused, and the link still works", async (_what, options) => {
  const response = await accept(createAuthenticator(options).register(await optionsOf()))
  expect([response.status, (await readPage(response)).text]).toEqual([
    400,
    expect.stringContaining("Clé d’accès refusée"),
  ])
  expect(await alone()).toEqual([1, 0])
  expect(sessionCookie(await accept(createAuthenticator().register(await optionsOf())))).toBeTruthy()
})

test("an answer is good for the link it was asked for, within five minutes", async () => {
  const other = await createInvitation({ email: "bob@cko.test", role: "admin" })
  const authenticator = createAuthenticator()
  expect((await accept(authenticator.register(await optionsOf(other.link)))).status).toBe(400)
  const [admin] = await storedRows("users")
  const theirs = await askForNewPasskey({ id: String(admin?.id), email: "awa@cko.test" })
  expect((await accept(authenticator.register(theirs))).status).toBe(400)
  const late = authenticator.register(await optionsOf())
  await db.execute(sql`update verifications set expires_at = now() - interval '1 second'`)
  expect((await accept(late)).status).toBe(400)
  expect(await alone()).toEqual([1, 0])
})

test("of several who join by one link at once, by passkey or password, exactly one wins", async () => {
  const answers = [
    createAuthenticator().register(await optionsOf()),
    createAuthenticator().register(await optionsOf()),
  ]
  const password = { intent: "password", password: PASSWORD, confirmation: PASSWORD }
  const responses = await Promise.all([
    ...answers.flatMap((answer) => [accept(answer), accept(answer)]),
    sendForm(link, password),
  ])
  expect(responses.filter((response) => sessionCookie(response))).toHaveLength(1)
  for (const { status } of responses) expect(status).toBeLessThan(500)
  expect((await storedRows("users")).filter(({ email }) => email === LEA)).toHaveLength(1)
})

test.each(["", "{", "[]", "null", '{"id":"x"}', "[".repeat(20_000), "a\0b", "x".repeat(60_000)])(
  "an answer that is none is refused (%#)",
  async (response) => {
    expect((await sendForm(link, { intent: "passkey", response })).status).toBe(400)
    expect(await alone()).toEqual([1, 0])
  },
)

test("a link that opens nothing makes no passkey, nor one whose address has an account", async () => {
  const answer = createAuthenticator().register(await optionsOf())
  for (const bad of ["/auth/invitation", "/auth/invitation?cle=%00", `${link}x`]) {
    expect((await ask(bad)).status).toBe(404)
    expect((await accept(answer, bad)).status).toBe(404)
  }
  await createUser("user", LEA)
  expect([(await ask()).status, (await accept(answer)).status]).toEqual([404, 409])
  expect(await storedRows("passkeys")).toEqual([])
})

test("an answer that was refused is refused again", async () => {
  const authenticator = createAuthenticator({ isUserVerified: false })
  const answer = authenticator.register(await optionsOf())
  expect([(await accept(answer)).status, await storedRows("verifications")]).toEqual([400, []])
  expect((await accept(answer)).status).toBe(400)
})

test("who is signed in already makes no second account by passkey", async () => {
  const answer = createAuthenticator().register(await optionsOf())
  expect((await accept(answer, link, await signInAs("awa@cko.test"))).status).toBe(409)
  expect(await alone()).toEqual([1, 0])
})

test("passkeys are asked for by sending only, from here, and not without end", async () => {
  const address = link.replace("/auth/invitation", "/auth/invitation/passkey")
  expect((await send(address)).headers.get("location")).toBe("/auth")
  expect((await sendForm(address, {}, { Origin: "https://evil.example" })).status).toBe(403)
  const responses = await Promise.all(Array.from({ length: 65 }, () => ask(link, "192.0.2.9")))
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(5)
})
