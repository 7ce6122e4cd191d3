import { sql } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { SECURITY_PAGE } from "#app/accounts/auth/factors/factors.copy.ts"
import { db } from "#app/db/client.server.ts"
import { writeSetting } from "#app/db/settings.server.ts"
import { ADMIN_WRITES } from "#test/admin-writes.ts"
import { adminPaths, RAW_PATHS } from "#test/admin-paths.ts"
import { send } from "#test/app.ts"
import { openTestDatabase } from "#test/database.ts"
import { givePasskey } from "#test/factors.ts"
import { everythingManaged, fillOffice } from "#test/filled-office.ts"
import { createUser, sendForm, signInAs } from "#test/people.ts"

const ROLES = ["user", "moderator", "admin"] as const
type Role = (typeof ROLES)[number]

/** What a person has and owes: whether they have a factor, and how many days ago it was required. */
const STATES = {
  "without a factor": { hasFactor: false, requiredFor: undefined, isOverdue: false },
  "with a factor that is required": { hasFactor: true, requiredFor: 30, isOverdue: false },
  "who owes a factor and has time": { hasFactor: false, requiredFor: 6, isOverdue: false },
  "who owes a factor for too long": { hasFactor: false, requiredFor: 8, isOverdue: true },
}

const OWN = new Set([
  "/admin/settings",
  SECURITY_PAGE,
  "/admin/confirm",
  "/admin/proof",
  "/admin/search",
  "/admin/search/results",
])
const PAGES = adminPaths().filter((path) => !RAW_PATHS.has(path))

/** Where no factor is missing roles alone count (access.test.ts): a few addresses tell. */
const SAMPLE = new Set(["/admin", "/admin/comments", "/admin/episodes", "/admin/settings", "/admin/users"])

beforeAll(openTestDatabase)

describe.each(Object.entries(STATES))("somebody %s", (_state, { hasFactor, requiredFor, isOverdue }) => {
  const isWalked = (path: string) => isOverdue || SAMPLE.has(path)
  const pages = PAGES.filter(isWalked)
  const writes = ADMIN_WRITES.filter(([path]) => isWalked(path))
  const cookies: Record<Role, string> = { user: "", moderator: "", admin: "" }
  let victim: { id: string }

  beforeAll(async () => {
    await db.execute(sql`delete from users`)
    for (const role of ROLES) {
      const person = await createUser(role, `${role}@cko.test`)
      cookies[role] = await signInAs(person.email)
      if (hasFactor) await givePasskey(person)
    }
    await db.execute(sql`update users set staff_since = now() - interval '1 year' where role <> 'user'`)
  })

  beforeEach(async () => {
    victim = await fillOffice(...ROLES.map((role) => `${role}@cko.test`))
    if (requiredFor === undefined) return
    const since = new Date(Date.now() - requiredFor * 86_400_000).toISOString()
    await writeSetting(db, "factor-required-since", since)
  })

  /** What the guards say: nothing, that it is not theirs, that something else is, or that they owe a factor. */
  function verdictOn(role: Role, path: string) {
    const [pathname = ""] = path.split("?")
    if (OWN.has(pathname)) return "open"
    if (role === "moderator" && pathname === "/admin") return "led"
    if (role === "user" || (role === "moderator" && pathname !== "/admin/comments")) return "refused"
    return isOverdue ? "owed" : "open"
  }

  test.each(ROLES)("sees as %s what their role and factor open, as a page and as data", async (role) => {
    const statuses = {
      open: [200, 200, null],
      refused: [403, 403, null],
      led: [302, 202, "/admin/comments"],
      owed: [302, 202, SECURITY_PAGE],
    }
    const seen: Record<string, unknown[]> = {}
    for (const path of pages) {
      const headers = { cookie: cookies[role] }
      const page = await send(path, { headers })
      const content = await send(`${path}.data`, { headers })
      seen[path] = [page.status, content.status, page.headers.get("location")]
    }
    const expected = pages.map((path) => [path, statuses[verdictOn(role, path)]] as const)
    expect(seen).toEqual(Object.fromEntries(expected))
  })

  test.each(ROLES)("writes as %s nothing that is refused or waits for a factor", async (role) => {
    const before = await everythingManaged()
    for (const [path, fields] of writes) {
      if (verdictOn(role, path) === "open") continue
      const response = await sendForm(path, complete(fields), { cookie: cookies[role] })
      expect([path, response.status]).toEqual([path, 403])
    }
    expect(await everythingManaged()).toBe(before)
  })

  // The guards stand before routes: of what is open, one write of each address tells.
  const firsts = new Map([
    ["/admin/settings", { intent: "profile", firstName: "Awa" }],
    ...writes.toReversed(),
  ])
  const open = ROLES.flatMap((role) =>
    [...firsts]
      .filter(([path]) => verdictOn(role, path) === "open")
      .map((write) => [role, ...write] as const),
  )
  test.each(open)("writes as %s what is theirs at %s", async (role, path, fields) => {
    const before = await everythingManaged()
    const response = await sendForm(path, complete(fields), { cookie: cookies[role] })
    expect([200, 302]).toContain(response.status)
    expect(await everythingManaged()).not.toBe(before)
  })

  const complete = (fields: Record<string, string>) =>
    fields.id === "VICTIM" ? { ...fields, id: victim.id } : fields
})
