import { mkdir, readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { sendMail } from "#app/base/mail/mail.server.ts"
import { actAs, record } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { outboxFolder } from "#app/kit/lib/outbox.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { useDatabase, withoutTable } from "#test/database.ts"
import { createEpisode, createPage, createPost, storedRows } from "#test/factories.ts"
import { useOutbox } from "#test/outbox.ts"
import { createUser, followAs, PASSWORD, readPage, sendForm, signInAs, signInAsNew } from "#test/people.ts"
import { createInvitation } from "#test/invitations.ts"
import { createKnownPerson, panelOf, writeToHosts } from "#test/known-person.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { TABLES } from "#test/tables.ts"
import { sendComment } from "#test/visitors.ts"

const PATH = "/admin/personal-data"
const LEA = "lea@cko.test"
const BOB = "bob@cko.test"
let cookie = ""

useDatabase()
const outbox = useOutbox()
beforeEach(async () => {
  cookie = await signInAsNew("admin", "awa@cko.test")
})

const post = (intent: string, email: string, as = cookie) => sendForm(PATH, { intent, email }, { cookie: as })
const toastOf = async (response: Response) => (await followAs(cookie, response, PATH)).text

const PERSONAL = Object.keys(TABLES).filter((name) => TABLES[name]?.personal === "goes")
/** Everything that is kept, but for the admin's own session. */
const everything = async () => JSON.stringify(await Promise.all(PERSONAL.map(storedRows)))

test("17 erasing leaves nothing of the person, and everything of others", async () => {
  await createKnownPerson(BOB)
  const before = await everything()
  const id = await createKnownPerson(LEA)
  await db.execute(sql`insert into blocks (kind, value) values ('email', ${LEA})`)
  await createInvitation({ email: LEA })
  // A message of theirs that waits to be sent on to the hosts.
  await db.execute(
    sql`insert into mails (recipient, reply_to, subject, text) values ('hotes@cko.test', ${LEA}, 's', 't')`,
  )
  await createPost({ slug: "article", authorId: id })
  await createPage({ slug: "equipe", authorId: id })

  const response = await post("erase", ` ${LEA.toUpperCase()} `)
  expect([response.status, response.headers.get("location")]).toEqual([302, PATH])
  expect(await toastOf(response)).toContain("Données effacées")
  expect(await everything()).toBe(before)
  expect(panelOf(await readPage(await post("find", LEA)))).toBe("Le site ne sait rien de cette adresse.")
  expect((await sendForm("/auth", { email: LEA, password: PASSWORD })).status).toBe(401)
  // What hosts wrote stays on the site, and a block goes on keeping the address away.
  expect(await storedRows("blog_posts")).toMatchObject([{ slug: "article", author_id: null }])
  expect(await storedRows("custom_pages")).toMatchObject([{ slug: "equipe", created_by: null }])
  expect((await sendComment(1, { email: LEA })).status).toBe(403)
})

test("erasing takes the mails to the person out of the outbox, and letters, and no others", async () => {
  const long = `${"a".repeat(60)}@${"b".repeat(60)}.test`
  const mail = { subject: "Re: Bonjour", text: `à ${LEA}` }
  for (const to of [LEA, `x${LEA}`, BOB, long]) await sendMail({ ...mail, to })
  await sendMail({ ...mail, to: BOB, subject: `Pour ${LEA}`, replyTo: LEA })
  const letters = join(outboxFolder(getSettings().dataDir), "lettres")
  await mkdir(letters)
  await writeFile(join(letters, "1.eml"), `From: a@b.c\r\nTo: ${LEA}\r\n\r\nTo: ${BOB}`)
  await writeFile(join(letters, "2.eml"), `From: ${LEA}\r\nTo: ${BOB}\r\n\r\nTo: ${LEA}`)
  for (const email of [LEA, long]) expect((await post("erase", email)).status).toBe(302)
  const left = (await outbox.mails()).map(({ headers }) => headers.to)
  expect(left.toSorted()).toEqual([BOB, `x${LEA}`])
  expect(await readdir(letters)).toEqual(["2.eml"])
})

test("erasing goes on past a mail that cannot be read, and logs it", async () => {
  await createKnownPerson(LEA)
  const folder = outboxFolder(getSettings().dataDir)
  await mkdir(join(folder, "0.eml"), { recursive: true })
  await sendMail({ to: LEA, subject: "s", text: "t" })
  expect((await post("erase", LEA)).status).toBe(302)
  expect(takeLoggedErrors()).toHaveLength(1)
  expect(await readdir(folder)).toEqual(["0.eml"])
  expect(await storedRows("comments")).toEqual([])
})

test("erasing ends the links and challenges that name the account", async () => {
  const { id } = await createUser("user", LEA)
  const other = await createUser("user", BOB)
  await db.execute(sql`insert into verifications (id, identifier, value, expires_at) select v, v, v, now() + interval '1 day'
    from unnest(array[${id}, ${`sessions of ${id}`}, ${other.id}, 'anybody']) v`)
  await post("erase", LEA)
  expect((await storedRows("verifications")).map(({ value }) => value).toSorted()).toEqual(
    [other.id, "anybody"].toSorted(),
  )
})

test("erasing leaves what others replied, below a place without a word", async () => {
  await createKnownPerson(LEA)
  await sendComment(1, { email: BOB, content: "Bob répond à Léa ici.", parent: "1" })
  await post("erase", LEA)
  expect(await storedRows("comments")).toMatchObject([
    { status: "removed", author_name: "", author_email: null, content: "" },
    { content: "Bob répond à Léa ici.", author_email: BOB },
  ])
})

test("erasing takes the name out of the log, which goes on telling what was done", async () => {
  const { id } = await createUser("admin", LEA)
  const theirs = await signInAs(LEA)
  // Before they had this address.
  await actAs({ id, name: "avant@cko.test", role: "admin" }, () =>
    record(db, {
      action: "update",
      kind: "page",
      id: 3,
      title: "Équipe",
      before: { title: "A" },
      after: { title: "B" },
    }),
  )
  const passkey = "Clé d’accès « Téléphone de Léa »"
  await record(db, { action: "add-factor", kind: "factor", id, title: passkey })
  const about = `Écrire à ${LEA.toUpperCase()}, pas à x${LEA}`
  await sendForm("/admin/news", { intent: "save", title: about }, { cookie: theirs })
  await sendForm("/admin/settings", { intent: "profile", firstName: "Léa", country: "" }, { cookie: theirs })
  await sendForm("/admin/users", { intent: "role", id, role: "moderator" }, { cookie })
  await sendForm(`${PATH}/export`, { email: LEA }, { cookie })
  await sendForm("/auth", { email: LEA, password: "Wrong-one-1" })
  const before = await storedRows("audit_log")
  const exported = JSON.parse(await (await sendForm(`${PATH}/export`, { email: LEA }, { cookie })).text())
  expect(exported.log.map(({ title }: { title: string }) => title)).toEqual([
    ...[LEA, LEA, LEA, LEA, about, passkey, "Équipe", "Mot de passe"],
  ])

  expect((await post("erase", LEA)).status).toBe(302)
  const rows = await storedRows("audit_log")
  expect(rows).toHaveLength(before.length + 2)
  const text = JSON.stringify(rows).toLowerCase()
  expect(text).not.toMatch(/[^x]lea@cko\.test|avant@|léa|"actor_id": ?"lea/)
  expect(rows.filter(({ actor_id }) => actor_id === id)).toEqual([])
  expect(rows.filter(({ actor }) => actor === "").map(({ action, kind }) => `${action} ${kind}`)).toEqual([
    ...["sign-in session", "update page", "create news", "update user"],
  ])
  expect(rows.find(({ kind }) => kind === "news")).toMatchObject({ title: `Écrire à , pas à x${LEA}` })
  // Of others nothing is lost.
  expect(rows.find(({ kind }) => kind === "page")).toMatchObject({
    title: "Équipe",
    changes: { title: ["A", "B"] },
  })
  expect(rows.at(-1)).toMatchObject({
    ...{ action: "erase", kind: "personal-data", actor: "awa@cko.test", title: "", item_id: null },
    changes: { account: [1, 0] },
  })
  expect(await (await sendForm(`${PATH}/export`, { email: LEA }, { cookie })).json()).toMatchObject({
    log: [],
  })
})

test("erasing of hostile addresses takes nothing else out of the log", async () => {
  for (const email of ["a.b@cko.test", "a+b@cko.test", "a'b@cko.test"]) {
    await record(db, { action: "update", kind: "page", title: `${email} axb@cko.test aab@cko.test` })
    expect((await post("erase", email)).status).toBe(302)
  }
  const rows = (await storedRows("audit_log")).filter(({ kind }) => kind === "page")
  expect(rows.map(({ title }) => title)).toEqual(
    Array.from({ length: 3 }, () => " axb@cko.test aab@cko.test"),
  )
})

test("erasing signs the person out everywhere", async () => {
  await createKnownPerson(LEA)
  const theirs = await signInAs(LEA)
  await post("erase", LEA)
  const response = await sendForm("/admin/settings", { intent: "profile" }, { cookie: theirs })
  expect([response.status, response.headers.get("location")]).toEqual([302, "/auth"])
})

test("erasing of who has no account works too, and of nobody is harmless", async () => {
  await writeToHosts(LEA)
  expect((await post("erase", LEA)).status).toBe(302)
  expect(await storedRows("contact_messages")).toEqual([])
  expect((await post("erase", LEA)).status).toBe(302)
})

test("erasing one's own account is refused, with nothing erased", async () => {
  await createUser("admin", LEA)
  await createEpisode()
  await sendComment(1, { email: "awa@cko.test" })
  await writeToHosts("awa@cko.test")
  const before = await everything()
  const response = await post("erase", "AWA@cko.test")
  expect([response.status, await toastOf(response)]).toEqual([
    409,
    expect.stringContaining("Erreur Impossible d’effacer les données\u202f: c’est votre propre compte"),
  ])
  expect(await everything()).toBe(before)
})

test.each(["", "abc", "a b@cko.test"])("erasing of %j is refused", async (email) => {
  const response = await post("erase", email)
  expect([response.status, await toastOf(response)]).toEqual([
    400,
    expect.stringContaining("Erreur Impossible d’effacer les données"),
  ])
})

test("erasing that fails half way erases nothing", async () => {
  await createKnownPerson(LEA)
  const before = await everything()
  const response = await withoutTable("mails", () => post("erase", LEA))
  expect(response.status).toBe(500)
  expect(await toastOf(response)).toContain("Erreur Impossible d’effacer les données")
  expect(takeLoggedErrors().length).toBeGreaterThan(0)
  expect(await everything()).toBe(before)
})

test("erasing of each other leaves one admin, whoever is quicker", async () => {
  await createUser("admin", LEA)
  const theirs = await signInAs(LEA)
  const responses = await Promise.all([post("erase", LEA), post("erase", "awa@cko.test", theirs)])
  // The slower one is the last admin, or signed out already.
  expect(responses.filter(({ headers }) => headers.get("location") === PATH)).toHaveLength(1)
  expect((await storedRows("users")).map(({ role }) => role)).toEqual(["admin"])
})
