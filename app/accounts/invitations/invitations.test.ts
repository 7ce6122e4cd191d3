import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { NO_EMAILS } from "#test/bad-values.ts"
import { useDatabase, withoutTable } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import { createInvitation } from "#test/invitations.ts"
import { useOutbox } from "#test/outbox.ts"
import {
  createUser,
  fieldProblems,
  filledForm,
  followAs,
  readPage,
  sendForm,
  openSession,
  signInAsNew,
  visitAs,
} from "#test/people.ts"
import { type Right, RIGHTS } from "#app/kit/lib/rights.ts"
import { RIGHT_SETS, setOf, tickOf } from "../rights-fields.schema.ts"
import { takeLoggedErrors } from "#test/setup.ts"

const PATH = "/admin/users"
const LEA = "lea@cko.test"
let cookie = ""

useDatabase()
const outbox = useOutbox()
beforeEach(async () => {
  cookie = await signInAsNew("admin", "awa@cko.test")
})

const post = (fields: Record<string, string>, as = cookie) => sendForm(PATH, fields, { cookie: as })
const invite = (fields: Record<string, string> = {}, as = cookie) =>
  post({ intent: "invite", email: LEA, role: "moderator", ...fields }, as)
const stored = () => storedRows("invitations")
const deeds = async () =>
  (await storedRows("audit_log"))
    .filter(({ kind }) => kind === "invitation")
    .map(({ action, title }) => [action, title])
const toastOf = async (response: Response) => (await followAs(cookie, response, PATH)).text

describe("inviting", () => {
  test("14.4 inviting mails a link, of which only the digest is stored, and lists the invitation", async () => {
    const response = await invite({ email: ` ${LEA.toUpperCase()}` })
    expect(response.status).toBe(200)
    const [mail] = await outbox.mails()
    expect(mail?.headers).toMatchObject({ to: LEA, subject: "Votre invitation sur CKO" })
    expect(mail?.text).toContain(
      "awa@cko.test vous invite à rejoindre CKO avec le rôle « Membre de l’équipe ».",
    )
    const key = /\/auth\/invitation\?cle=([\w-]{43})\s/.exec(mail?.text ?? "")?.[1]
    expect(key).toBeDefined()
    const [row] = await stored()
    expect(row).toMatchObject({ email: LEA, role: "moderator" })
    expect(JSON.stringify([row, await storedRows("audit_log"), await storedRows("mails")])).not.toContain(key)
    const week = Date.parse(String(row?.expires_at)) - Date.parse(String(row?.created_at))
    expect(week).toBe(7 * 86_400_000)
    expect(await deeds()).toEqual([["invite", LEA]])
    const shown = await visitAs(cookie, PATH)
    const [list] = shown.all("section").filter(({ text }) => text.startsWith("Invitations"))
    expect(list?.text).toMatch(
      /lea@cko\.test Membre de l’équipe \(Modérer\) · envoyée le \d.+ par awa@cko\.test · valable/,
    )
    expect(list?.all("button").map(({ text }) => text)).toEqual([`Renouveler : ${LEA}`, `Retirer : ${LEA}`])
    expect(shown.html).not.toContain(key)
  })

  test("inviting shows the link once where no mail leaves the site", async () => {
    const shown = await readPage(await invite())
    const [, link = ""] = /(https:\/\/cko\.test\/auth\/invitation\?cle=[\w-]{43})/.exec(shown.html) ?? []
    expect(shown.text).toContain(`remettez vous-même ce lien à ${LEA}, et à personne d’autre`)
    expect((await outbox.mails())[0]?.text).toContain(link)
    expect((await visitAs(cookie, PATH)).html).not.toContain(link)
  })

  test("inviting shows the link where the mail server does not take the mail, and logs that", async () => {
    const before = getSettings()
    applySettings({ ...before, smtpUrl: "smtp://127.0.0.1:1" })
    const shown = await readPage(await invite())
    applySettings(before)
    expect(shown.text).toContain("Lien à remettre")
    expect(takeLoggedErrors()).toHaveLength(1)
  })

  test("inviting again replaces: the older link ends, the role is the newer one", async () => {
    await invite()
    const older = await outbox.link()
    await invite({ role: "user" })
    const newer = await outbox.link()
    expect(await stored()).toMatchObject([{ email: LEA, role: "user" }])
    expect([(await visitAs("", older)).status, (await visitAs("", newer)).status]).toEqual([404, 200])
  })

  test.each([
    ...NO_EMAILS,
    ["awa@cko.test", "Un compte existe déjà avec cet email"],
    ["AWA@cko.test ", "Un compte existe déjà avec cet email"],
  ])("inviting %j is refused, and stays typed", async (email, problem) => {
    const response = await invite({ email })
    expect(response.status).toBe(400)
    const form = (await readPage(response)).get("form", { "aria-label": "Inviter une personne" })
    expect(fieldProblems(form).Email).toMatch(problem)
    expect(filledForm(form)).toMatchObject({ role: "moderator" })
    expect([await stored(), await outbox.mails()]).toEqual([[], []])
  })

  test("inviting takes the longest address", async () => {
    const email = `${"a".repeat(64)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.test`
    expect(email.length).toBeLessThan(255)
    expect((await invite({ email })).status).toBe(200)
    expect(await stored()).toMatchObject([{ email }])
  })

  test("inviting knows no other role", async () => {
    expect((await invite({ role: "owner" })).status).toBe(400)
    expect(await stored()).toEqual([])
  })

  test("inviting reads no hundred thousand fields", async () => {
    const fields = new URLSearchParams("intent=invite")
    for (let n = 0; n < 100_000; n += 1) fields.append("e", "")
    expect([400, 413]).toContain((await sendForm(PATH, fields, { cookie })).status)
    expect(await stored()).toEqual([])
  })

  test("inviting fills nobody's mailbox", async () => {
    for (let n = 0; n < 3; n += 1) expect((await invite()).status).toBe(200)
    const [before] = await stored()
    const response = await invite({ email: "lea+autre@cko.test" })
    expect(response.status).toBe(429)
    expect((await readPage(response)).text).toContain("Cette adresse a déjà reçu plusieurs invitations.")
    expect(await stored()).toEqual([before])
  })

  test("inviting ends at a hundred, and replaces one of them still", async () => {
    await db.execute(sql`insert into invitations (email, role, digest, expires_at)
      select 'personne' || n || '@cko.test', 'user', n::text, now() from generate_series(1, 100) n`)
    expect((await invite()).status).toBe(409)
    expect((await invite({ email: "personne7@cko.test" })).status).toBe(200)
    expect(await stored()).toHaveLength(100)
  })

  test("inviting that fails is apologised for, and stays typed", async () => {
    const response = await withoutTable("audit_log", () => invite())
    expect([response.status, takeLoggedErrors().length > 0]).toEqual([500, true])
    const shown = await readPage(response)
    expect(shown.text).toContain("Impossible d’envoyer l’invitation")
    expect([await stored(), await outbox.mails()]).toEqual([[], []])
  })

  test("14.6 inviting offers a member of the team ready sets of rights, and what each ticks is what is sent", async () => {
    const form = (await visitAs(cookie, `${PATH}?action=invite`)).get("main")
    const options = form.all("option").map(({ text }) => text)
    expect(options).toEqual([
      ...["Utilisateur", "Membre de l’équipe", "Administrateur"],
      ...["Auteur·rice", "Éditeur·rice", "Modérateur·rice", "Libre"],
    ])
    for (const [name, rights] of Object.entries(RIGHT_SETS)) {
      const ticks = Object.fromEntries(rights.map((right) => [tickOf(right), "on"]))
      await invite({ hasRights: "on", ...ticks })
      expect([name, (await stored())[0]?.rights]).toEqual([name, rights])
      expect(setOf(rights)).toBe(name)
    }
  })

  test.each<[Right[], string]>([
    [["write"], "Auteur·rice"],
    [["write", "moderate"], ""],
    [["write", "publish"], ""],
    [[...RIGHTS], ""],
    [[], ""],
  ])("14.6 what was ticked by hand (%j) is the set « %s »", (rights, set) => {
    expect(setOf(rights)).toBe(set)
  })

  test("inviting works without scripts, on a page of its own", async () => {
    const shown = await visitAs(cookie, `${PATH}?action=invite`)
    const form = shown.get("form", { "aria-label": "Inviter une personne" })
    expect(filledForm(form)).toEqual({
      ...{ intent: "invite", email: "", role: "user" },
      ...{ hasRights: "on", "right-moderate": "on" },
    })
  })

  test("the list that cannot be loaded is said to be, beside the accounts", async () => {
    const shown = await withoutTable("invitations", () => visitAs(cookie, PATH))
    expect(shown.text).toContain("Impossible de charger les invitations")
    expect(shown.text).toContain("awa@cko.test (vous)")
    expect(takeLoggedErrors().length).toBeGreaterThan(0)
  })
})

describe("the list", () => {
  const stateOf = async () =>
    (await visitAs(cookie, PATH)).all("li").findLast(({ text }) => text.startsWith(LEA))?.text

  test("the list keeps what ran out, and says so", async () => {
    await invite()
    await db.execute(sql`update invitations set expires_at = now()`)
    expect(await stateOf()).toContain("expirée")
  })

  test("the list says whose account is there already, and renews nothing for it", async () => {
    await invite()
    await createUser("user", LEA)
    expect(await stateOf()).toContain("compte déjà créé")
    expect(await stateOf()).not.toContain("Renouveler")
  })

  test("the list says which invitation is by nobody who may invite", async () => {
    const bob = await createUser("admin", "bob@cko.test")
    await invite({}, await openSession(bob))
    await db.execute(sql`update users set role = 'user' where id = ${bob.id}`)
    expect(await stateOf()).toContain("sans effet")
    await db.execute(sql`delete from users where id = ${bob.id}`)
    expect(await stateOf()).toContain("un compte supprimé")
  })
})

describe("renewing", () => {
  test("renewing gives another link and another week, and is the renewer's", async () => {
    const older = await createInvitation({ email: LEA, expiresAt: new Date(0) })
    const response = await post({ intent: "renew", id: String(older.id) })
    expect(response.status).toBe(200)
    const link = await outbox.link()
    expect(link).not.toBe(older.link)
    expect([(await visitAs("", older.link)).status, (await visitAs("", link)).status]).toEqual([404, 200])
    expect(await deeds()).toEqual([["invite", LEA]])
  })

  test("renewing what an admin of former times sent makes it good again", async () => {
    const { id, link } = await createInvitation({ email: LEA, invitedBy: null })
    expect((await visitAs("", link)).status).toBe(404)
    await post({ intent: "renew", id: String(id) })
    expect((await visitAs("", await outbox.link())).text).toContain("awa@cko.test vous invite")
  })

  test("renewing is refused once there is an account", async () => {
    const { id } = await createInvitation({ email: LEA })
    await createUser("user", LEA)
    const response = await post({ intent: "renew", id: String(id) })
    expect([response.status, await toastOf(response)]).toEqual([
      409,
      expect.stringContaining("Un compte existe déjà avec cet email"),
    ])
  })

  test("renewing has the limits of mails", async () => {
    const { id } = await createInvitation({ email: LEA })
    for (let n = 0; n < 3; n += 1) await post({ intent: "renew", id: String(id) })
    expect((await post({ intent: "renew", id: String(id) })).status).toBe(429)
  })
})

describe("taking back", () => {
  test("taking an invitation back ends its link, and is asked for first", async () => {
    const { id, link } = await createInvitation({ email: LEA })
    const asked = await visitAs(cookie, `${PATH}?action=revoke&id=${id}`)
    expect(asked.text).toContain(`Retirer l’invitation de ${LEA} ?`)
    const response = await post({ intent: "revoke", id: String(id) })
    expect([response.status, await toastOf(response)]).toEqual([
      200,
      expect.stringContaining("Invitation retirée"),
    ])
    expect([await stored(), (await visitAs("", link)).status]).toEqual([[], 404])
    expect(await deeds()).toEqual([["revoke", LEA]])
  })

  test.each(["renew", "revoke"])("to %s what is gone says so", async (intent) => {
    const response = await post({ intent, id: "7" })
    expect([response.status, await toastOf(response)]).toEqual([
      404,
      expect.stringContaining("Cette invitation n’existe plus"),
    ])
  })

  test.each(["renew", "revoke"])("to %s takes no other id", async (intent) => {
    for (const id of ["", "0", "-1", "1.5", "x", "99999999999", "1 or 1=1", "\0"]) {
      expect((await post({ intent, id })).status).toBe(400)
    }
  })

  test.each(["0", "x", "9", ""])("no question is asked about %j", async (id) => {
    expect((await visitAs(cookie, `${PATH}?action=revoke&id=${id}`)).status).toBe(404)
  })

  test("of two admins at once one takes it back, and nothing is renewed that is gone", async () => {
    const { id } = await createInvitation({ email: LEA })
    const bob = await signInAsNew("admin")
    const revoked = await Promise.all(
      [cookie, bob].map((as) => post({ intent: "revoke", id: String(id) }, as)),
    )
    expect(revoked.map(({ status }) => status).toSorted()).toEqual([200, 404])
    const again = await createInvitation({ email: LEA })
    const [, renewed] = await Promise.all([
      post({ intent: "revoke", id: String(again.id) }),
      post({ intent: "renew", id: String(again.id) }, bob),
    ])
    expect([200, 404]).toContain(renewed.status)
    expect(await stored()).toEqual([])
  })
})

test.each(["user", "moderator"] as const)("a %s invites nobody, and sees no invitation", async (role) => {
  const as = await signInAsNew(role)
  const { id } = await createInvitation({ email: LEA })
  const before = await stored()
  const responses = [
    await invite({ email: "bob@cko.test" }, as),
    await post({ intent: "renew", id: String(id) }, as),
    await post({ intent: "revoke", id: String(id) }, as),
  ]
  expect(responses.map(({ status }) => status)).toEqual([403, 403, 403])
  expect((await visitAs(as, PATH)).text).not.toContain(LEA)
  expect([await stored(), await outbox.mails()]).toEqual([before, []])
})
