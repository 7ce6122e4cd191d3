import { sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { send } from "#test/app.ts"
import { useDatabase, withoutTable } from "#test/database.ts"
import { giveApp, givePasskey, giveRecoveryCodes } from "#test/factors.ts"
import { storedRows } from "#test/factories.ts"
import { useOutbox } from "#test/outbox.ts"
import { createUser, isSignedIn, PASSWORD, readPage, sendForm, sessionCookie, visitAs } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"

const EMAIL = "awa@cko.test"
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
let person = { id: "", email: EMAIL }

const outbox = useOutbox()
useDatabase()
beforeEach(async () => {
  person = await createUser("user", EMAIL)
})

const signIn = (cookie = "", email = EMAIL) =>
  sendForm("/auth", { email, password: PASSWORD }, { cookie, "User-Agent": FIREFOX })
const isOfBrowser = ({ headers }: { headers: Record<string, string> }) =>
  headers.subject === "Nouvelle connexion à votre compte sur CKO"
const told = async () => (await outbox.mails()).filter(isOfBrowser)

/** What the browser holds after an answer, for the page and what is below it. */
function deviceOf(response: Response) {
  const lines = response.headers.getSetCookie().filter((line) => line.startsWith("cko_device="))
  return lines[0]?.split(";")[0] ?? ""
}

test("13.7 a browser never seen before is told of, with day, time and what it is", async () => {
  const response = await signIn()
  const [mail, ...more] = await told()
  expect([mail?.headers.to, more]).toEqual([EMAIL, []])
  expect(mail?.text).toMatch(
    /\nLe \d{1,2}(er)? \S+ \d{4} à \d\d:\d\d \(heure de Paris\), Firefox sur Windows\n/,
  )
  expect(mail?.text).toMatch(/\nhttps:\/\/cko\.test\/auth\/end-sessions\?cle=[\w-]{43}\n/)
  expect(await isSignedIn(sessionCookie(response) ?? "")).toBe(true)
})

test("a browser is told of once, by the page's form and by its script alike", async () => {
  const response = await signIn()
  const paths = response.headers
    .getSetCookie()
    .filter((line) => line.startsWith("cko_device="))
    .map((line) => /Path=([^;]+)/.exec(line)?.[1])
  expect(paths).toEqual(["/auth", "/auth.data"])
  expect(await told()).toHaveLength(1)
  await outbox.empty()
  await signIn(deviceOf(response))
  expect(await told()).toEqual([])
})

test("a browser that five people share is new to none of them, and to the sixth again", async () => {
  const people = await Promise.all([1, 2, 3, 4, 5].map((n) => createUser("user", `p${n}@cko.test`)))
  let cookie = deviceOf(await signIn())
  for (const { email } of people.slice(0, 4)) cookie = deviceOf(await signIn(cookie, email))
  expect(await told()).toHaveLength(5)
  await outbox.empty()
  cookie = deviceOf(await signIn(cookie))
  for (const { email } of people.slice(0, 4)) cookie = deviceOf(await signIn(cookie, email))
  expect(await told()).toEqual([])
  // Who was there longest ago gives way.
  cookie = deviceOf(await signIn(cookie, "p5@cko.test"))
  await signIn(cookie)
  expect((await told()).map(({ headers }) => headers.to)).toEqual(["p5@cko.test", EMAIL])
  expect(cookie.length).toBeLessThan(1_500)
})

test("a browser in which somebody signs up is known to them", async () => {
  const fields = { email: "bob@cko.test", password: PASSWORD, confirmation: PASSWORD }
  const response = await sendForm("/auth?onglet=inscription", fields)
  await signIn(deviceOf(response), "bob@cko.test")
  expect(await told()).toEqual([])
})

test("a browser that holds one account, as it was kept before, is known still", async () => {
  const { createCookie } = await import("react-router")
  const { createHmac } = await import("node:crypto")
  const { getSecret } = await import("#app/db/secrets.server.ts")
  const secret = await getSecret("devices")
  const account = createHmac("sha256", secret).update(EMAIL).digest("base64url")
  const former = await createCookie("cko_device", { secrets: [secret] }).serialize({ account, key: "k" })
  await signIn(former.split(";")[0])
  expect(await told()).toEqual([])
})

test("a browser never seen before is told of whatever the way in", async () => {
  const code = await giveApp(person)
  const [recovery = ""] = await giveRecoveryCodes(person)
  const authenticator = await givePasskey(person)
  const cookie = async () => (await signIn()).headers.getSetCookie()[0]?.split(";")[0] ?? ""
  const ways = [
    async () => sendForm("/auth/code", { code: code() }, { cookie: await cookie() }),
    async () => sendForm("/auth/code?secours", { code: recovery }, { cookie: await cookie() }),
    async () => {
      const asked = await sendForm("/auth/passkey", { intent: "ask", step: "first" })
      const answer = authenticator.authenticate((await asked.json()) as { challenge: string })
      return sendForm("/auth/passkey", {
        intent: "answer",
        step: "first",
        response: JSON.stringify({ ...answer }),
      })
    },
  ]
  for (const [index, way] of ways.entries()) {
    const response = await way()
    expect([index, Boolean(sessionCookie(response)), (await told()).length]).toEqual([index, true, 1])
    expect(deviceOf(response)).not.toBe("")
    await outbox.empty()
  }
})

test("a browser is not told of without bounds", async () => {
  for (let n = 0; n < 7; n += 1) await signIn()
  expect(await told()).toHaveLength(5)
})

test("who signs in is not shut out because nobody can be told", async () => {
  const response = await withoutTable("mails", () => signIn())
  expect(await isSignedIn(sessionCookie(response) ?? "")).toBe(true)
  expect(takeLoggedErrors()).toHaveLength(1)
})

test("a wrong password makes no browser known, and tells nobody", async () => {
  const response = await sendForm("/auth", { email: EMAIL, password: "Mauvais123" })
  expect([deviceOf(response), await told()]).toEqual(["", []])
})

test("13.7 the mailed link ends all sessions with one click, once", async () => {
  const thief = sessionCookie(await signIn()) ?? ""
  const path = await outbox.link()
  const owner = sessionCookie(await signIn()) ?? ""
  const stranger = await createUser("user", "bob@cko.test")
  const other = sessionCookie(await signIn("", stranger.email)) ?? ""
  // What scans mails opens links, too.
  const shown = await visitAs("", path)
  expect([shown.status, shown.get("main").get("button", { type: "submit" }).text]).toEqual([
    200,
    "Fermer toutes les sessions",
  ])
  expect([await isSignedIn(thief), await isSignedIn(owner)]).toEqual([true, true])
  const ended = await readPage(await sendForm(path, {}, { cookie: owner }))
  expect([ended.status, ended.get("h1").text]).toEqual([200, "Sessions fermées"])
  expect(ended.get("a", { href: "/auth/forgot-password" }).text).toBe("Choisir un nouveau mot de passe")
  expect(ended.text).not.toContain("Mon compte")
  expect([await isSignedIn(thief), await isSignedIn(owner), await isSignedIn(other)]).toEqual([
    false,
    false,
    true,
  ])
  expect((await storedRows("audit_log")).at(-1)).toMatchObject({
    action: "end-sessions",
    actor: EMAIL,
    actor_id: person.id,
  })
  const again = await readPage(await sendForm(path, {}))
  expect([again.status, again.get("h1").text]).toEqual([404, "Lien expiré"])
})

test("the mailed link still ends all sessions after a thief changed the password", async () => {
  await signIn()
  const path = await outbox.link()
  await db.execute(sql`update accounts set password = 'the thief knows'`)
  expect((await sendForm(path, {})).status).toBe(200)
  expect(await storedRows("sessions")).toEqual([])
})

test.each(["", "?cle=", "?cle=faux", "?cle=%00", `?cle=${"a".repeat(43)}`])(
  "a link made up ends no sessions: %s",
  async (query) => {
    await signIn()
    for (const response of [
      await send(`/auth/end-sessions${query}`),
      await sendForm(`/auth/end-sessions${query}`, {}),
    ]) {
      expect([response.status, (await readPage(response)).get("h1").text]).toEqual([404, "Lien expiré"])
    }
    expect(await storedRows("sessions")).toHaveLength(1)
  },
)

test("the mailed link ends after a week, and with the account", async () => {
  await signIn()
  const late = await outbox.link()
  await db.execute(sql`update verifications set expires_at = expires_at - interval '7 days'`)
  expect((await sendForm(late, {})).status).toBe(404)
  await signIn()
  const path = await outbox.link()
  await db.execute(sql`delete from users`)
  expect((await sendForm(path, {})).status).toBe(404)
})
