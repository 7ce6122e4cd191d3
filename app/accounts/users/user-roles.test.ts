import { randomUUID } from "node:crypto"
import { sql } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { openTestDatabase } from "#test/database.ts"
import { createPage, createPost, emptyContents, storedRows } from "#test/factories.ts"
import {
  createUser,
  followAs,
  isSignedIn,
  openSession,
  sendForm,
  signInAs,
  signInAsNew,
  visitAs,
} from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { ROLES } from "#app/kit/lib/roles.ts"

const PATH = "/admin/users"
let cookie = ""
let admin = { id: "" }

beforeAll(openTestDatabase)
beforeAll(async () => {
  admin = await createUser("admin", "awa@cko.test")
  cookie = await openSession(admin)
})
beforeEach(async () => {
  await emptyContents()
  await db.execute(sql`delete from users where email <> 'awa@cko.test'`)
  await db.execute(sql`update users set role = 'admin'`)
})

const post = (fields: Record<string, string>, as = cookie) => sendForm(PATH, fields, { cookie: as })
const rolesByEmail = async () =>
  Object.fromEntries((await storedRows("users")).map(({ email, role }) => [email, role]))
/** What is done, as status and toast. */
async function done(response: Response) {
  return [response.status, (await followAs(cookie, response, PATH)).text]
}
const saying = (status: number, text: string) => [status, expect.stringContaining(text)]

describe("another role", () => {
  const changes = ROLES.flatMap((from) => ROLES.filter((to) => to !== from).map((to) => [from, to] as const))
  test.each(changes)(
    "14.3 another role from %s to %s is given, and ends that person's sessions",
    async (from, to) => {
      const person = await createUser(from, "lea@cko.test")
      const session = await signInAs("lea@cko.test")
      expect(await done(await post({ intent: "role", id: person.id, role: to }))).toEqual(
        saying(200, "Rôle mis à jour"),
      )
      expect(await rolesByEmail()).toEqual({ "awa@cko.test": "admin", "lea@cko.test": to })
      expect([await isSignedIn(session), await isSignedIn(cookie)]).toEqual([false, true])
    },
  )

  test("14.3 another role takes nothing from the last admin", async () => {
    const refused = await post({ intent: "role", id: admin.id, role: "user" })
    expect(await done(refused)).toEqual(
      saying(409, "Impossible de mettre à jour le rôle : c’est le dernier administrateur"),
    )
    expect(await rolesByEmail()).toEqual({ "awa@cko.test": "admin" })
    expect(await isSignedIn(cookie)).toBe(true)
  })

  test("another role of one's own works at once, while another admin remains", async () => {
    await createUser("admin", "lea@cko.test")
    expect((await post({ intent: "role", id: admin.id, role: "user" })).status).toBe(200)
    expect((await visitAs(cookie, PATH)).status).toBe(403)
    expect((await post({ intent: "role", id: admin.id, role: "admin" })).status).toBe(403)
  })

  test.each(["", "abc", "1'--", randomUUID(), "constructor"])(
    "another role of nobody (%j) is not found",
    async (id) => {
      expect(await done(await post({ intent: "role", id, role: "admin" }))).toEqual(
        saying(404, "Impossible de mettre à jour le rôle"),
      )
      expect(await done(await post({ intent: "delete", id }))).toEqual(
        saying(404, "Impossible de supprimer l'utilisateur"),
      )
      expect(await rolesByEmail()).toEqual({ "awa@cko.test": "admin" })
    },
  )

  test.each(["", "root", "Admin", "constructor"])("another role %j does not exist", async (role) => {
    const { id } = await createUser("user", "lea@cko.test")
    expect(await done(await post({ intent: "role", id, role }))).toEqual(
      saying(400, "Impossible de mettre à jour le rôle"),
    )
    expect((await post({ intent: "role", id })).status).toBe(400)
    expect(await rolesByEmail()).toMatchObject({ "lea@cko.test": "user" })
  })
})

test("deleting ends somebody's account and sessions, and keeps what they wrote", async () => {
  const { id } = await createUser("admin", "lea@cko.test")
  const session = await signInAs("lea@cko.test")
  await createPost({ authorId: id })
  await createPage({ authorId: id })
  await db.execute(sql`insert into profiles (user_id, first_name) values (${id}, 'Léa')`)
  expect(await done(await post({ intent: "delete", id }))).toEqual(saying(200, "Utilisateur supprimé"))
  expect(await rolesByEmail()).toEqual({ "awa@cko.test": "admin" })
  expect(await isSignedIn(session)).toBe(false)
  expect(await storedRows("blog_posts")).toMatchObject([{ author_id: null }])
  expect(await storedRows("custom_pages")).toMatchObject([{ created_by: null }])
  expect(await storedRows("profiles")).toEqual([])
  expect(await storedRows("accounts")).toHaveLength(1)
})

test("14.3 an admin signs somebody out everywhere, and nobody else", async () => {
  const lea = await createUser("moderator", "lea@cko.test")
  const sessions = [await openSession(lea), await openSession(lea)]
  const bystander = await signInAsNew("user", "noe@cko.test")
  expect(await done(await post({ intent: "end-sessions", id: lea.id }))).toEqual(
    saying(200, "Personne déconnectée partout"),
  )
  expect(await Promise.all([...sessions, bystander, cookie].map(isSignedIn))).toEqual([
    false,
    false,
    true,
    true,
  ])
  const other = await openSession(admin)
  await post({ intent: "end-sessions", id: admin.id })
  expect([await isSignedIn(other), await isSignedIn(cookie)]).toEqual([false, true])
  for (const id of ["gone", "1'--", ""]) {
    expect(await done(await post({ intent: "end-sessions", id }))).toEqual(
      saying(404, "Impossible de déconnecter cette personne"),
    )
  }
})

test("14.3 deleting oneself is refused, the last admin or not", async () => {
  for (let others = 0; others < 2; others += 1) {
    expect(await done(await post({ intent: "delete", id: admin.id }))).toEqual(
      saying(409, "Impossible de supprimer l'utilisateur : c’est votre propre compte"),
    )
    await createUser("admin", "lea@cko.test").catch(() => undefined)
  }
  expect(await rolesByEmail()).toEqual({ "awa@cko.test": "admin", "lea@cko.test": "admin" })
})

test.each<Record<string, string>>([{ intent: "delete" }, { intent: "role", role: "user" }])(
  "deleting two admins who %o each other at once leave one",
  async (fields) => {
    await db.execute(sql`update users set role = 'user'`)
    const [lea, noe] = [await createUser("admin", "lea@cko.test"), await createUser("admin", "noe@cko.test")]
    const [asLea, asNoe] = [await signInAs(lea.email), await signInAs(noe.email)]
    const responses = await Promise.all([
      post({ ...fields, id: noe.id }, asLea),
      post({ ...fields, id: lea.id }, asNoe),
    ])
    expect(responses.map(({ status }) => status)).toContain(200)
    const admins = Object.values(await rolesByEmail()).filter((role) => role === "admin")
    expect(admins).toHaveLength(1)
  },
)

test.each([
  ["delete", "Impossible de supprimer l'utilisateur"],
  ["role", "Impossible de mettre à jour le rôle"],
])("deleting a database that fails to %s is apologised for", async (intent, sentence) => {
  const { id } = await createUser("user", "lea@cko.test")
  await db.execute(sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'refused'; end $$`)
  await db.execute(
    sql`create trigger refuse before delete or update of role on users execute function refuse()`,
  )
  expect(await done(await post({ intent, id, role: "moderator" }))).toEqual(saying(500, sentence))
  await db.execute(sql`drop function refuse cascade`)
  expect(takeLoggedErrors().length).toBeGreaterThan(0)
  expect(await rolesByEmail()).toMatchObject({ "lea@cko.test": "user" })
})
