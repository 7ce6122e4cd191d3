import { sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { ASKED } from "#app/kit/http/questions.ts"
import { formatLongDate } from "#app/kit/lib/dates.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { useDatabase, withoutTable } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import { fieldProblems, filledForm, readPage, sendForm, signInAsNew } from "#test/people.ts"
import { createInvitation } from "#test/invitations.ts"
import { createKnownPerson, panelOf } from "#test/known-person.ts"
import { setSettings } from "#test/site-settings.ts"
import { takeLoggedErrors } from "#test/setup.ts"

const PATH = "/admin/personal-data"
const LEA = "lea@cko.test"
const BOB = "bob@cko.test"
let cookie = ""

useDatabase()
beforeEach(async () => {
  cookie = await signInAsNew("admin", "awa@cko.test")
})

const post = (intent: string, email: string, as = cookie) => sendForm(PATH, { intent, email }, { cookie: as })
const exportData = (email: string, as = cookie) => sendForm(`${PATH}/export`, { email }, { cookie: as })

test("finding says what there is of a person", async () => {
  await createKnownPerson(LEA)
  const page = await readPage(await post("find", ` ${LEA.toUpperCase()}`))
  expect([page.status, page.all("h2").map(({ text }) => text)]).toEqual([200, expect.arrayContaining([LEA])])
  expect(panelOf(page)).toMatch(
    /^Compte Utilisateur, créé le .+ Newsletter inscrit le .+ Soutien pour toujours Paiements reçus 1 Commentaires 2 Messages 1$/,
  )
  expect(
    page.get("form", { action: `${PATH}/export` }).get("input", { name: "email" }).attributes.value,
  ).toBe(LEA)
})

test("the question before erasing says until when backups keep what goes", async () => {
  await createKnownPerson(LEA)
  await setSettings("retention", { dailyCopies: 10 })
  const ask = async () =>
    (await readPage(await sendForm(PATH, { [ASKED]: "erase", email: LEA }, { cookie }))).text
  const last = formatLongDate(new Date(Date.now() + 10 * 86_400_000))
  expect(await ask()).toContain(`gardent ces données jusqu’au ${last}, les autres aussi longtemps que`)
  const before = getSettings()
  const bucket = { endpoint: "http://127.0.0.1:9", name: "cko", region: "r", takesFiles: true }
  const keys = { accessKeyId: "a", secretAccessKey: "b", isRedirected: false }
  const elsewhere = { bucket: { ...bucket, ...keys }, recipient: "age1" }
  applySettings({ ...before, databaseUrl: "postgres://cko.test/cko" })
  try {
    expect(await ask()).toContain("déjà faites gardent ces données aussi longtemps que vous les gardez.")
    applySettings({ ...before, elsewhere })
    expect(await ask()).toContain("Celles que le site a mises ailleurs les gardent six mois au plus.")
  } finally {
    applySettings(before)
  }
})

test("finding says when there is nothing", async () => {
  await createKnownPerson(LEA)
  const page = await readPage(await post("find", BOB))
  expect(panelOf(page)).toBe("Le site ne sait rien de cette adresse.")
  expect(page.text).not.toContain("Tout effacer")
})

test("finding and exporting know who was invited, without what the link opens with", async () => {
  await createInvitation({ email: LEA })
  const page = await readPage(await post("find", LEA))
  expect(panelOf(page)).toMatch(/^Compte aucun Invitation Modérateur, envoyée le /)
  const text = await (await exportData(LEA)).text()
  expect(JSON.parse(text)).toMatchObject({ invitation: { email: LEA, role: "moderator" } })
  const [invitation] = await storedRows("invitations")
  expect(text).not.toContain(String(invitation?.digest))
})

test("finding knows who unsubscribed", async () => {
  await createKnownPerson(LEA)
  await db.execute(sql`update newsletter_subscribers set unsubscribed_at = '2026-03-04T12:00Z'`)
  expect(panelOf(await readPage(await post("find", LEA)))).toContain("désabonné le 4 mars 2026")
})

test.each(["", "abc", "a b@cko.test", `${"a".repeat(250)}@cko.test`])(
  "finding refuses %j, and keeps it",
  async (email) => {
    const response = await post("find", email)
    const form = (await readPage(response)).get("form", { "aria-label": "Chercher une personne" })
    expect(response.status).toBe(400)
    expect(Object.keys(fieldProblems(form))).toEqual(["Email"])
    expect(filledForm(form).email).toBe(email)
  },
)

test("finding says when it fails", async () => {
  const page = await readPage(await withoutTable("comments", () => post("find", LEA)))
  expect(page.status).toBe(500)
  expect(page.get("div", { role: "alert" }).text).toBe("Erreur Impossible de chercher les données")
  expect(takeLoggedErrors().length).toBeGreaterThan(0)
})

test.each(["", "autre", "constructor"])("finding knows no intent %j", async (intent) => {
  expect((await post(intent, LEA)).status).toBe(400)
})

test("17 exporting gives everything as a file, without what secures the site", async () => {
  const id = await createKnownPerson(LEA)
  await createKnownPerson(BOB)
  const response = await exportData(LEA)
  expect(response.status).toBe(200)
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8")
  expect(response.headers.get("content-disposition")).toMatch(
    /^attachment; filename="donnees-personnelles-\d{4}-\d\d-\d\d\.json"$/,
  )
  expect(response.headers.get("cache-control")).toBe("private, no-store")
  const text = await response.text()
  expect(JSON.parse(text)).toMatchObject({
    email: LEA,
    account: { id, email: LEA, role: "user", firstName: "Prénom", country: "Sénégal" },
    sessions: [{ createdAt: expect.any(String) }],
    subscription: {
      email: LEA,
      consentOrigin: "comment",
      consentedAt: expect.any(String),
      consentWording: expect.stringContaining("newsletter"),
    },
    comments: [
      { content: `Un commentaire de ${LEA}`, status: "visible" },
      { content: `Un caché de ${LEA}`, status: "hidden" },
    ],
    messages: [{ subject: `De ${LEA}`, message: "Bonjour." }],
    messageReplies: [{ text: `Une réponse à ${LEA}`, outcome: null }],
  })
  expect(text).not.toContain(BOB)
  const [account] = (await storedRows("accounts")).slice(-1)
  const sessions = await storedRows("sessions")
  for (const secret of [account?.password, ...sessions.map(({ token }) => token)]) {
    expect(String(secret).length).toBeGreaterThan(20)
    expect(text).not.toContain(String(secret))
  }
  expect(text).not.toMatch(/password|token|scrypt/i)
})

test("what somebody wrote is found and exported also where it was deleted, and is all that is left", async () => {
  await createKnownPerson(LEA)
  await createKnownPerson(BOB)
  await sendForm("/admin/messages", { intent: "delete", id: "1" }, { cookie })
  await sendForm("/admin/comments", { intent: "delete", id: "2" }, { cookie })
  await sendForm("/admin/episodes", { intent: "delete", id: "1" }, { cookie })
  const found = await readPage(await post("find", LEA))
  expect(panelOf(found)).toMatch(/ Commentaires 0 Messages 0 Dans la corbeille 3$/)
  const text = await (await exportData(LEA)).text()
  expect(JSON.parse(text)).toMatchObject({
    comments: [],
    messages: [],
    bin: [
      {
        deletedAt: expect.any(String),
        row: { subject: `De ${LEA}`, message: "Bonjour." },
        replies: [`Une réponse à ${LEA}`],
      },
      { row: { content: `Un caché de ${LEA}` } },
      { row: { content: `Un commentaire de ${LEA}` } },
    ],
  })
  expect(text).not.toContain(BOB)
  expect(text).not.toContain("search_text")
  await db.execute(sql`delete from users where email = ${LEA}`)
  await db.execute(sql`delete from newsletter_subscribers`)
  expect(panelOf(await readPage(await post("find", LEA)))).toContain("Dans la corbeille 3")
})

test("exporting of nobody is empty, and of no address leads back", async () => {
  expect(await (await exportData(BOB)).json()).toEqual({
    email: BOB,
    account: null,
    sessions: [],
    invitation: null,
    subscription: null,
    support: null,
    supportNetworks: [],
    payments: [],
    letters: [],
    lists: [],
    imports: [],
    comments: [],
    messages: [],
    bin: [],
    messageReplies: [],
    waitingMails: [],
    blocks: [],
    log: [],
  })
  const wrong = await exportData("abc")
  expect([wrong.status, wrong.headers.get("location")]).toEqual([302, PATH])
})

test.each(["user", "moderator"] as const)("exporting is not for a %s", async (role) => {
  await createKnownPerson(LEA)
  const as = await signInAsNew(role)
  for (const response of [
    await exportData(LEA, as),
    await post("find", LEA, as),
    await post("erase", LEA, as),
  ]) {
    expect(response.status).toBe(403)
    expect(await response.text()).not.toContain(LEA)
  }
  expect(await storedRows("contact_messages")).toHaveLength(1)
})
