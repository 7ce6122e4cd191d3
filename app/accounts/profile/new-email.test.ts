import { sql } from "drizzle-orm"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { db } from "#app/db/client.server.ts"
import { send } from "#test/app.ts"
import { NO_EMAILS } from "#test/bad-values.ts"
import { useDatabase } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import { useOutbox } from "#test/outbox.ts"
import {
  ageAuthentication,
  createUser,
  fieldProblems,
  filledForm,
  followAs,
  isSignedIn,
  PASSWORD,
  readPage,
  sendForm,
  openSession,
  signInAs,
  signInAsNew,
  visitAs,
} from "#test/people.ts"
import { PATIENCE, takeLoggedErrors } from "#test/setup.ts"

const PATH = "/admin/settings"
const AWA = "awa@cko.test"
const NEW = "awa.diop@cko.test"
let cookie = ""
let user = { id: "" }

useDatabase()
const outbox = useOutbox()
beforeEach(async () => {
  await createUser("admin", "chef@cko.test")
  user = await createUser("user", AWA)
  cookie = await openSession(user)
})
afterEach(() => {
  vi.useRealTimers()
})

const post = (fields: Record<string, string>, as = cookie) => sendForm(PATH, fields, { cookie: as })
const ask = (email = NEW, as = cookie) => post({ intent: "email", email }, as)
const confirm = (link: string, as = cookie) => sendForm(link, {}, { cookie: as })
const ownEmail = async () => (await storedRows("users")).find(({ id }) => id === user.id)?.email
const pending = async () =>
  (await storedRows("verifications")).filter(({ identifier }) => String(identifier).startsWith("new-email:"))
const titleOf = async (link: string, as = cookie) => {
  const shown = await visitAs(as, link)
  return [shown.status, shown.get("h1").text]
}
const ENDED = [404, "Lien expiré"]

/** Asks, and reads both mails. */
async function askedLink(email = NEW, as = cookie) {
  await ask(email, as)
  const mails = await outbox.mails()
  const mail = mails.find(({ headers }) => headers.to === email)
  await outbox.empty()
  return /https:\/\/cko\.test(\/auth\/new-email\S+)/.exec(mail?.text ?? "")?.[1] ?? ""
}

describe("asking", () => {
  test("asking mails a link to the new address, tells the old one at once, and changes nothing", async () => {
    const response = await ask(` ${NEW.toUpperCase()}`)
    expect([response.status, response.headers.get("location")]).toEqual([302, PATH])
    const shown = await followAs(cookie, response)
    expect(shown.text).toContain(`Un lien a été envoyé à ${NEW}.`)
    expect(shown.text).toContain("Un changement attend sa confirmation")
    const mails = await outbox.mails()
    expect(mails.map(({ headers: { to, subject } }) => [to, subject]).toSorted()).toEqual([
      [NEW, "Confirmez votre nouvelle adresse pour CKO"],
      [AWA, "Une autre adresse est demandée pour votre compte CKO"],
    ])
    const told = mails.find(({ headers }) => headers.to === AWA)?.text
    expect(told).toContain(NEW)
    expect(told).toContain("https://cko.test/auth/forgot-password")
    expect(told).not.toContain("cle=")
    expect(await ownEmail()).toBe(AWA)
    const key = /cle=([\w-]{43})/.exec(mails.find(({ headers }) => headers.to === NEW)?.text ?? "")?.[1]
    expect(key).toBeDefined()
    expect(JSON.stringify([await storedRows("verifications"), await storedRows("mails")])).not.toContain(key)
  })

  test.each([
    ...NO_EMAILS,
    [AWA.toUpperCase(), "C’est déjà votre adresse"],
    ["chef@cko.test", "Un compte existe déjà avec cet email"],
  ])("asking for %j is refused, and stays typed", async (email, problem) => {
    const response = await ask(email)
    expect(response.status).toBe(400)
    const form = (await readPage(response)).get("form", { "aria-label": "Adresse e-mail" })
    expect(Object.values(fieldProblems(form))).toEqual([problem])
    expect(filledForm(form).email?.[0]).toBe(email[0])
    expect([await pending(), await outbox.mails()]).toEqual([[], []])
  })

  test("asking needs re-authentication", async () => {
    await ageAuthentication(cookie)
    const response = await ask()
    expect([response.status, (await readPage(response)).get("h1").text]).toEqual([
      403,
      "Confirmez que c’est vous",
    ])
    expect([await pending(), await outbox.mails()]).toEqual([[], []])
    expect((await post({ intent: "email", email: NEW, proof: PASSWORD })).status).toBe(302)
  })

  test("asking fills nobody's mailbox, nor one's own", async () => {
    for (let n = 0; n < 3; n += 1) expect((await ask()).status).toBe(302)
    expect((await ask()).status).toBe(429)
    expect((await ask("lea@cko.test")).status).toBe(302)
    const response = await ask("bob@cko.test")
    expect([response.status, Number(response.headers.get("retry-after")) > 0]).toEqual([429, true])
  })

  test("asking that fails is apologised for", async () => {
    await db.execute(
      sql`alter table mails add constraint refused check (recipient <> ${sql.raw(`'${AWA}'`)})`,
    )
    const response = await ask()
    await db.execute(sql`alter table mails drop constraint refused`)
    expect([response.status, takeLoggedErrors().length > 0]).toEqual([500, true])
    expect([await pending(), await outbox.mails()]).toEqual([[], []])
  })

  test("asking is not for who is not signed in", async () => {
    expect((await ask(NEW, "")).headers.get("location")).toBe("/auth")
    expect(await outbox.mails()).toEqual([])
  })
})

describe("confirming", () => {
  test("16.3 confirming changes the address, ends other sessions and older links, and tells the old address", async () => {
    const link = await askedLink()
    const other = await openSession(user)
    await sendForm("/auth/forgot-password", { email: AWA })
    // Sent without making anybody wait.
    const reset = await vi.waitFor(outbox.link, PATIENCE)
    for (let n = 0; n < 2; n += 1) expect(await titleOf(link)).toEqual([200, "Plus qu’un clic"])
    expect(await ownEmail()).toBe(AWA)

    const response = await confirm(link)
    expect([response.status, response.headers.get("location")]).toEqual([302, PATH])
    expect((await followAs(cookie, response)).text).toContain("Adresse modifiée")
    expect(await ownEmail()).toBe(NEW)
    expect([await isSignedIn(cookie), await isSignedIn(other)]).toEqual([true, false])
    expect((await outbox.mails()).map(({ headers: { to, subject } }) => [to, subject])).toEqual([
      [AWA, "L’adresse de votre compte CKO a changé"],
    ])
    expect(await storedRows("audit_log")).toContainEqual(
      expect.objectContaining({
        action: "change-email",
        kind: "user",
        item_id: user.id,
        title: NEW,
        changes: { email: [AWA, NEW] },
      }),
    )
    expect((await sendForm("/auth", { email: AWA, password: PASSWORD })).status).toBe(401)
    expect(await isSignedIn(await signInAs(NEW))).toBe(true)
    const late = await sendForm(reset, { password: "Crochet99", confirmation: "Crochet99" })
    expect(late.status).toBe(400)
    expect(await titleOf(link)).toEqual(ENDED)
  })

  test("confirming works once, also for two clicks", async () => {
    const link = await askedLink()
    const responses = await Promise.all([confirm(link), confirm(link)])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([302, 404])
    expect((await storedRows("audit_log")).filter(({ action }) => action === "change-email")).toHaveLength(1)
  })

  test("16.3 confirming needs the account's own session: a mistyped address gets nothing", async () => {
    const link = await askedLink()
    expect(await titleOf(link, "")).toEqual([403, "Connectez-vous d’abord"])
    expect((await visitAs("", link)).text).not.toContain(AWA)
    expect((await confirm(link, "")).status).toBe(403)
    const lea = await signInAsNew("admin")
    expect(await titleOf(link, lea)).toEqual(ENDED)
    expect((await confirm(link, lea)).status).toBe(404)
    expect(await ownEmail()).toBe(AWA)
    expect((await confirm(link)).status).toBe(302)
  })

  test("confirming is possible for a day", async () => {
    const link = await askedLink()
    const later = (seconds: number) =>
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1_000 })
    later(86_400 - 60)
    expect((await titleOf(link))[0]).toBe(200)
    later(61)
    expect(await titleOf(link)).toEqual(ENDED)
    expect((await confirm(link)).status).toBe(404)
    expect(await ownEmail()).toBe(AWA)
  })

  test("a newer wish replaces the older one", async () => {
    const older = await askedLink()
    const newer = await askedLink("lea@cko.test")
    expect(await pending()).toHaveLength(1)
    expect((await confirm(older)).status).toBe(404)
    expect((await confirm(newer)).status).toBe(302)
    expect(await ownEmail()).toBe("lea@cko.test")
  })

  test("of two wishes at once one stays", async () => {
    await Promise.all([ask(), ask("lea@cko.test")])
    expect(await pending()).toHaveLength(1)
  })

  test("a wish ends with a change of the password, and when it is taken back", async () => {
    const link = await askedLink()
    const fields = { current: PASSWORD, password: "Crochet99", confirmation: "Crochet99" }
    const changed = await post({ intent: "password", ...fields })
    const renewed = changed.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ")
    expect(await titleOf(link, renewed)).toEqual(ENDED)
    expect((await confirm(link, renewed)).status).toBe(404)

    const again = await askedLink(NEW, renewed)
    expect((await post({ intent: "cancel-email" }, renewed)).status).toBe(200)
    expect((await confirm(again, renewed)).status).toBe(404)
    expect((await visitAs(renewed, PATH)).text).not.toContain("Un changement attend sa confirmation")
  })

  test("a wish ends when the address changed otherwise meanwhile", async () => {
    const link = await askedLink()
    await db.execute(sql`update users set email = 'autre@cko.test' where id = ${user.id}`)
    expect((await confirm(link)).status).toBe(404)
  })

  test("an address that has an account meanwhile stays its owner's", async () => {
    const link = await askedLink()
    await createUser("user", NEW)
    const response = await confirm(link)
    expect(response.status).toBe(409)
    expect((await readPage(response)).text).toContain("Un compte existe déjà avec cet email")
    expect([await ownEmail(), (await pending()).length]).toEqual([AWA, 1])
  })

  test("two people who want one address: one gets it", async () => {
    const lea = await signInAsNew("user", "lea@cko.test")
    const links = [await askedLink(), await askedLink(NEW, lea)]
    const responses = await Promise.all([confirm(links[0] ?? ""), confirm(links[1] ?? "", lea)])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([302, 409])
  })

  test("a link is good for its own address only, and no other key opens anything", async () => {
    const link = await askedLink()
    const [, key = ""] = /cle=([\w-]+)/.exec(link) ?? []
    for (const bad of [
      link.replace("awa.diop", "bob"),
      `/auth/new-email?cle=${key}`,
      "/auth/new-email",
      `/auth/new-email?adresse=${NEW}`,
      `/auth/new-email?cle=%00&adresse=%00`,
      `/auth/new-email?cle=%FF&adresse=%FF`,
      `/auth/new-email?cle=${"a".repeat(5_000)}&adresse=${"b".repeat(5_000)}`,
      `/auth/new-email?cle=${key}%20${AWA}&adresse=${NEW}`,
    ]) {
      expect([bad, ...(await titleOf(bad))]).toEqual([bad, ...ENDED])
      expect((await confirm(bad)).status).toBe(404)
    }
    expect((await confirm(link)).status).toBe(302)
  })

  test("comments and a subscription keep their own address", async () => {
    await db.execute(sql`insert into newsletter_subscribers (email, name, consent_origin, consent_wording)
      values (${AWA}, '', 'form', 'oui')`)
    await confirm(await askedLink())
    expect(await storedRows("newsletter_subscribers")).toMatchObject([{ email: AWA }])
  })

  test("another site cannot confirm for anybody", async () => {
    const link = await askedLink()
    const headers = { cookie, "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" }
    expect((await send(link, { method: "POST", headers })).status).toBe(403)
    expect(await ownEmail()).toBe(AWA)
  })
})
