import { sql } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import { beforeAll, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import type { Right } from "#app/kit/lib/rights.ts"
import { managedTypes } from "#app/content/types.server.ts"
import { adminPaths, dataAddress } from "#test/admin-paths.ts"
import { ADMIN_WRITES } from "#test/admin-writes.ts"
import { send } from "#test/app.ts"
import { openTestDatabase } from "#test/database.ts"
import { MANAGERS } from "#test/factories.ts"
import { everythingManaged, fillOffice } from "#test/filled-office.ts"
import { createUser, openSession, readPage, sendForm } from "#test/people.ts"

beforeAll(openTestDatabase)

/** Moderators with each set of rights that means something of its own. */
const SETS: Record<string, Right[]> = {
  nothing: [],
  moderate: ["moderate"],
  letters: ["letters"],
  write: ["write"],
  "write and publish": ["write", "publish"],
  "write everywhere": ["write", "write-all"],
  "write everywhere and publish": ["write", "write-all", "publish"],
  "publish alone": ["publish"],
  everything: ["write", "write-all", "publish", "letters", "moderate"],
}

/** What is each person's own, or finds what each may open. */
const OWN = /^\/admin\/(settings|settings\/security|confirm|proof|search|search\/results)$/
const MANAGED = MANAGERS.map(({ path }) => path).join("|")
const CONTENT = new RegExp(`^(${MANAGED})(/\\d+)?(\\.csv)?$`)
const ONE = new RegExp(`^((${MANAGED}|/admin/media)/1|/admin/episodes/1/audience)$`)

/** What a moderator needs to open an address; `null`: it is for admins. Written down here anew: the routes say it themselves. */
function needs(path: string, isOwn: boolean): Right[][] | null {
  if (OWN.test(path)) return [[]]
  if (path === "/admin" || /^\/admin\/episodes\/(undescribed|heard)$/.test(path)) return [["write"]]
  if (/^\/admin\/audience\/episodes(\.csv)?$/.test(path)) return [["write"]]
  if (/^\/admin\/audience(\/listening|\/downloads\.csv)?$/.test(path)) return [["write", "write-all"]]
  if (ONE.test(path)) return [isOwn ? ["write"] : ["write", "write-all"]]
  if (CONTENT.test(path) || path === "/admin/media") return [["write"]]
  if (/^\/admin\/(guests(\/1|\/1\/merge|\.csv)?|transcripts|media\/captions)$/.test(path))
    return [["write", "write-all", "publish"]]
  if (/^\/admin\/letters(\/1|\/1\/(preview|checks)|\/blocks|\.csv)?$/.test(path)) return [["letters"]]
  if (/^\/admin\/supporters(\/1|\/import|\/payments|\.csv)?$/.test(path)) return [["letters"]]
  if (/^\/admin\/levels(\/1|\.csv)?$/.test(path)) return [["letters"]]
  if (/^\/admin\/(drafts|preview|rich-text|media\/(choices|copy))$/.test(path))
    return [["write"], ["letters"]]
  if (/^\/admin\/comments(\.csv)?$/.test(path)) return [["moderate"]]
  if (path === "/admin/bin") return [["moderate"], ["letters"], ["write"]]
  return null
}

const has = (rights: Right[], needed: Right[][] | null) =>
  needed?.some((all) => all.every((one) => rights.includes(one))) ?? false

/** Leads to the first page that they may open. */
const isLed = (rights: Right[], path: string) =>
  path === "/admin" &&
  !rights.includes("write") &&
  (rights.includes("moderate") || rights.includes("letters"))

const PUBLIC_INTENTS = ["publish", "unpublish", "delete", "category", "delete-used", "replace"]

/** What a moderator needs for a write. */
function needsToWrite(path: string, fields: Record<string, string>, isOwn: boolean): Right[][] | null {
  const [base = ""] = /^\/admin\/[a-z]+/.exec(path) ?? []
  const { intent = "" } = fields
  const isOfItem = fields.id !== undefined || fields.ids !== undefined || fields.upTo !== undefined
  const others: Right[] = isOfItem && !isOwn ? ["write-all"] : []
  if (CONTENT.test(path)) {
    if (intent === "author") return null
    // All but the one that waits for a reader are published.
    const isPublic =
      intent === "save" && ((fields.id !== undefined && fields.id !== "2") || fields.isPublished)
    return [
      ["write", ...others, ...(isPublic || PUBLIC_INTENTS.includes(intent) ? (["publish"] as const) : [])],
    ]
  }
  if (base === "/admin/media" && !path.endsWith("captions"))
    return [["write", ...others, ...(PUBLIC_INTENTS.includes(intent) ? (["publish"] as const) : [])]]
  // In the bin lies a comment.
  if (path === "/admin/bin") return [["moderate"]]
  return needs(path.replace(/\/\d+(?=$|\/)/, "/1"), isOwn)
}

/** Whose it is matters only to who writes, and not everywhere. */
const CASES = Object.entries(SETS).flatMap(([name, rights]) =>
  (rights.includes("write") && !rights.includes("write-all") ? [false, true] : [false]).map(
    (isOwn) => [name, isOwn ? "their own" : "others'", rights, isOwn] as const,
  ),
)

describe.each(CASES)("who may: %s, of what is %s", (_name, _whose, rights, isOwn) => {
  let cookie = ""
  beforeAll(async () => {
    await db.execute(sql`delete from users`)
    await createUser("admin", "admin@cko.test")
    await db.execute(sql`insert into profiles (user_id, display_name) select id, 'Awa Diop' from users`)
    const person = await createUser("moderator", "mod@cko.test", rights)
    cookie = await openSession(person)
    await fillOffice("admin@cko.test", "mod@cko.test")
    await db.execute(sql`insert into profiles (user_id, display_name)
        select id, 'Awa Diop' from users where email = 'admin@cko.test'`)
    if (!isOwn) return
    for (const { written } of managedTypes())
      if (written) await db.update<PgTable>(written).set({ authorId: person.id })
    for (const table of ["media", "preview_links"])
      await db.execute(sql`update ${sql.identifier(table)} set created_by = ${person.id}`)
  })

  test("14.6 opens what they may, and is told by whom they could be let in elsewhere", async () => {
    for (const path of adminPaths()) {
      // What its page would be made of, which takes most of the time.
      const { status } = await send(dataAddress(path), { headers: { cookie } })
      const outcome = status === 403 ? "refused" : status === 202 ? "led" : "open"
      const expected = isLed(rights, path) ? "led" : has(rights, needs(path, isOwn)) ? "open" : "refused"
      expect([path, outcome]).toEqual([path, expected])
    }
  })

  test("14.6 changes nothing that they may not", async () => {
    const before = await everythingManaged()
    for (const [path, fields] of ADMIN_WRITES) {
      if (OWN.test(path) || has(rights, needsToWrite(path, fields, isOwn))) continue
      const { status } = await sendForm(dataAddress(path), fields, { cookie })
      expect([path, fields, status]).toEqual([path, fields, status === 404 ? 404 : 403])
    }
    expect(await everythingManaged()).toBe(before)
  })

  test("is stopped by no right where they have it", async () => {
    for (const [path, fields] of ADMIN_WRITES) {
      if (OWN.test(path) || !has(rights, needsToWrite(path, fields, isOwn))) continue
      const { status } = await sendForm(dataAddress(path), fields, { cookie })
      expect([path, fields, status]).not.toEqual([path, fields, 403])
    }
  })
})

test("15.2, 14.6 a refused moderator is told what is missing, and who gives it; a visitor with an account nothing of the team", async () => {
  await db.execute(sql`delete from users`)
  const admin = await createUser("admin")
  await db.execute(sql`insert into profiles (user_id, display_name) values (${admin.id}, 'Awa Diop')`)
  const see = async (role: "user" | "moderator", path: string, rights?: Right[]) => {
    const headers = { cookie: await openSession(await createUser(role, undefined, rights)) }
    return (await readPage(await send(path, { headers }))).get("main").text
  }
  expect(await see("moderator", "/admin/blog", ["moderate"])).toContain(
    "Il vous manque le droit « Écrire ». Pour le recevoir, adressez-vous à Awa Diop.",
  )
  expect(await see("moderator", "/admin/guests", ["write"])).toContain(
    "Il vous manque les droits « Écrire partout » et « Publier ». Pour les recevoir, adressez-vous à Awa Diop.",
  )
  expect(await see("moderator", "/admin/users", ["write"])).toContain(
    "Cette page est réservée aux administrateurs. Adressez-vous à Awa Diop.",
  )
  expect(await see("user", "/admin/blog")).not.toContain("Awa")
})
