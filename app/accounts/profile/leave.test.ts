import { sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { useDatabase } from "#test/database.ts"
import { createPost, storedRows } from "#test/factories.ts"
import { createKnownPerson } from "#test/known-person.ts"
import { useOutbox } from "#test/outbox.ts"
import {
  ageAuthentication,
  createUser,
  filledForm,
  followAs,
  isSignedIn,
  PASSWORD,
  readPage,
  sendForm,
  sessionCookie,
  openSession,
  visitAs,
} from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"

const PATH = "/admin/settings"
const LEA = "lea@cko.test"
let cookie = ""
let id = ""
let awa = { id: "" }

useDatabase()
const outbox = useOutbox()
beforeEach(async () => {
  awa = await createUser("admin", "awa@cko.test")
  id = await createKnownPerson(LEA)
  await outbox.mails()
  await outbox.empty()
  cookie = await openSession({ id })
})

const leave = (as = cookie, fields: Record<string, string> = {}) =>
  sendForm(PATH, { intent: "leave", ...fields }, { cookie: as })
const emails = async () => (await storedRows("users")).map(({ email }) => email).toSorted()

test("who leaves is asked first, also without scripts, and told what stays", async () => {
  expect((await visitAs(cookie, PATH)).text).toContain("Supprimer mon compte")
  const asked = await visitAs(cookie, `${PATH}?action=leave`)
  const [form] = asked
    .get("main")
    .all("form")
    .filter(({ text }) => text.includes("Supprimer mon compte"))
  expect(asked.text).toContain("Supprimer votre compte ?")
  expect(form?.text).toContain("Restent : ce que vous avez publié, sans auteur")
  expect(form && filledForm(form)).toEqual({ intent: "leave" })
  expect(await emails()).toContain(LEA)
})

test("16.4 who leaves is signed out everywhere, and told so by mail; what they wrote stays", async () => {
  await createPost({ slug: "article", authorId: id })
  const elsewhere = await openSession({ id })
  const response = await leave()
  expect([response.status, response.headers.get("location")]).toEqual([302, "/"])
  expect(sessionCookie(response)).toBe("")
  expect((await followAs("", response)).text).toContain("Compte supprimé")
  expect([await isSignedIn(cookie), await isSignedIn(elsewhere)]).toEqual([false, false])
  expect(await emails()).toEqual(["awa@cko.test"])
  for (const table of ["sessions", "profiles"]) {
    expect((await storedRows(table)).filter((row) => row.user_id === id)).toEqual([])
  }
  expect(await storedRows("blog_posts")).toMatchObject([{ slug: "article", author_id: null }])
  expect(await storedRows("comments")).toHaveLength(2)
  expect(await storedRows("newsletter_subscribers")).toMatchObject([{ email: LEA }])
  expect((await outbox.mails()).map(({ headers: { to, subject } }) => [to, subject])).toEqual([
    [LEA, "Votre compte CKO est supprimé"],
  ])
  expect(await storedRows("audit_log")).toContainEqual(
    expect.objectContaining({ action: "delete", kind: "user", item_id: id, title: LEA }),
  )
  expect((await sendForm("/auth", { email: LEA, password: PASSWORD })).status).toBe(401)
})

test("who leaves re-authenticates", async () => {
  await ageAuthentication(cookie)
  const response = await leave()
  expect([response.status, (await readPage(response)).get("h1").text]).toEqual([
    403,
    "Confirmez que c’est vous",
  ])
  expect(await emails()).toContain(LEA)
  expect((await leave(cookie, { proof: PASSWORD })).headers.get("location")).toBe("/")
  expect(await emails()).not.toContain(LEA)
})

test("16.4 the last admin stays", async () => {
  const admin = await openSession(awa)
  const response = await leave(admin)
  expect([response.status, (await followAs(admin, response, PATH)).text]).toEqual([
    409,
    expect.stringContaining("Impossible de supprimer votre compte : c’est le dernier administrateur"),
  ])
  expect([await isSignedIn(admin), (await outbox.mails()).length]).toEqual([true, 0])
})

test("of two admins who leave at once one stays", async () => {
  const bob = await createUser("admin", "bob@cko.test")
  const both = await Promise.all([awa, bob].map(openSession))
  const responses = await Promise.all(both.map((as) => leave(as)))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([302, 409])
  expect((await storedRows("users")).filter(({ role }) => role === "admin")).toHaveLength(1)
})

test("two clicks delete one account", async () => {
  const statuses = (await Promise.all([leave(), leave()])).map(({ status }) => status)
  expect(statuses.every((status) => status === 302)).toBe(true)
  expect(await outbox.mails()).toHaveLength(1)
})

test("what is sent beside it deletes nobody else", async () => {
  const [admin] = await storedRows("users")
  await leave(cookie, { id: String(admin?.id), userId: String(admin?.id), email: "awa@cko.test" })
  expect(await emails()).toEqual(["awa@cko.test"])
})

test("what fails deletes nothing, and is apologised for", async () => {
  await db.execute(sql`alter table audit_log add constraint refused check (action <> 'delete')`)
  const response = await leave()
  await db.execute(sql`alter table audit_log drop constraint refused`)
  expect([response.status, takeLoggedErrors().length > 0]).toEqual([500, true])
  expect([await isSignedIn(cookie), await outbox.mails()]).toEqual([true, []])
})
