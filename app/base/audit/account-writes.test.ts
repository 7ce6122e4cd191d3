import { desc, sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { auditLog } from "#app/db/schema/audit.server.ts"
import { emptyTables, useDatabase, withoutTable } from "#test/database.ts"
import { createUser, PASSWORD, sendForm, signInAs } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"

const AWA = "awa@cko.test"
let cookie = ""
let admin = { id: "" }
let victim = { id: "" }

useDatabase()
beforeEach(async () => {
  admin = await createUser("admin", AWA)
  victim = await createUser("user", "victime@cko.test")
  cookie = await signInAs(AWA)
  await emptyTables("audit_log")
})

/** What is in the log, newest first. */
const logged = () => db.select().from(auditLog).orderBy(desc(auditLog.id))

test("signing in and out, and failing to, are in the log", async () => {
  const theirs = await signInAs("victime@cko.test")
  await sendForm("/auth", { email: "victime@cko.test", password: "Wrong-one-1" })
  await sendForm("/auth", { email: "personne@cko.test", password: "Wrong-one-2" })
  await sendForm("/auth/sign-out", {}, { cookie: theirs })
  const rows = await logged()
  expect(rows).toMatchObject([
    {
      action: "sign-out",
      kind: "session",
      itemId: victim.id,
      actor: "victime@cko.test",
      actorRole: "user",
    },
    {
      action: "sign-in-failed",
      itemId: victim.id,
      title: "victime@cko.test",
      actor: "inconnu",
      actorId: null,
    },
    {
      action: "sign-in",
      itemId: victim.id,
      actor: "victime@cko.test",
      actorId: victim.id,
      actorRole: "user",
    },
  ])
  expect(JSON.stringify(rows)).not.toMatch(/Wrong-one|personne@|127\.0\.0\.1/)
})

test("failed attempts that the limits refuse leave no row", async () => {
  await createUser("user", "cible@cko.test")
  for (let n = 0; n < 8; n += 1) await sendForm("/auth", { email: "cible@cko.test", password: "Wrong-one-1" })
  expect(await logged()).toHaveLength(5)
})

test("nobody is let in without a row", async () => {
  const response = await withoutTable("audit_log", () =>
    sendForm("/auth", { email: "victime@cko.test", password: PASSWORD }),
  )
  expect(response.status).toBe(500)
  expect(response.headers.getSetCookie().join()).not.toContain("session_token=")
  takeLoggedErrors()
})

test("a new password and ended sessions are in the log, each once", async () => {
  const theirs = await signInAs("victime@cko.test")
  await signInAs("victime@cko.test")
  await signInAs("victime@cko.test")
  await signInAs("victime@cko.test")
  await emptyTables("audit_log")
  const headers = { cookie: theirs }
  await sendForm("/admin/settings", { intent: "end-others" }, headers)
  await sendForm("/admin/settings", { intent: "end-others" }, headers)
  const change = {
    intent: "password",
    current: PASSWORD,
    password: "Nouveau-9-x",
    confirmation: "Nouveau-9-x",
  }
  expect((await sendForm("/admin/settings", { ...change, current: "Faux-9-xyz" }, headers)).status).toBe(400)
  expect((await sendForm("/admin/settings", change, headers)).status).toBe(302)
  const rows = await logged()
  expect(rows).toMatchObject([
    {
      action: "change-password",
      kind: "user",
      itemId: victim.id,
      title: "victime@cko.test",
      changes: null,
    },
    { action: "end-sessions", kind: "session", itemId: victim.id, changes: { sessions: [0, 3] } },
  ])
  expect(JSON.stringify(rows)).not.toMatch(/Nouveau-9|Faux-9|scrypt/)
})

test("a new password is not set without a row", async () => {
  const theirs = await signInAs("victime@cko.test")
  const change = {
    intent: "password",
    current: PASSWORD,
    password: "Nouveau-9-x",
    confirmation: "Nouveau-9-x",
  }
  const { rows: before } = await db.execute(sql`select password from accounts order by id`)
  const response = await withoutTable("audit_log", () =>
    sendForm("/admin/settings", change, { cookie: theirs }),
  )
  expect(response.status).toBe(500)
  takeLoggedErrors()
  expect((await db.execute(sql`select password from accounts order by id`)).rows).toEqual(before)
})

test("one's own profile tells what changed", async () => {
  const profile = { intent: "profile", firstName: "Léa", lastName: "", birthDate: "", country: "Sénégal" }
  await sendForm("/admin/settings", profile, { cookie })
  await sendForm("/admin/settings", { ...profile, country: "Mali" }, { cookie })
  expect(await logged()).toMatchObject([
    {
      action: "update",
      kind: "user",
      itemId: admin.id,
      title: AWA,
      changes: { country: ["Sénégal", "Mali"] },
    },
    { changes: { firstName: [null, "Léa"], country: [null, "Sénégal"] } },
  ])
})
