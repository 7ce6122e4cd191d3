import { sql } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { SECURITY_PAGE } from "#app/accounts/auth/factors/factors.copy.ts"
import { db } from "#app/db/client.server.ts"
import { writeSetting } from "#app/db/settings.server.ts"
import { ADMIN_WRITES } from "#test/admin-writes.ts"
import { adminGuards, dataAddress } from "#test/admin-paths.ts"
import { send } from "#test/app.ts"
import { madeOnce, openTestDatabase } from "#test/database.ts"
import { givePasskey } from "#test/factors.ts"
import { everythingManaged, fillOffice } from "#test/filled-office.ts"
import { createUser, openSession, sendForm } from "#test/people.ts"

const ROLES = ["user", "moderator", "admin"] as const
type Role = (typeof ROLES)[number]

/** What a person has and owes: whether they have a factor, and how many days ago it was required. */
const STATES = {
  "without a factor": { hasFactor: false, requiredFor: undefined, isOverdue: false },
  "with a factor that is required": { hasFactor: true, requiredFor: 30, isOverdue: false },
  "who owes a factor and has time": { hasFactor: false, requiredFor: 6, isOverdue: false },
  "who owes a factor for too long": { hasFactor: false, requiredFor: 8, isOverdue: true },
}

/** What is each person's own, and stays open to who owes a factor (owed-factor.test.ts). */
const OWN = new Set([
  "/admin/settings",
  SECURITY_PAGE,
  "/admin/confirm",
  "/admin/proof",
  "/admin/search",
  "/admin/search/results",
])

/** Of what each layout guards, and of what guards itself, one address: what roles alone open, access.test.ts tries at every address. */
const BEHIND = {
  "office/shell/home.route": "/admin",
  "office/shell/moderation.route": "/admin/comments",
  "office/shell/administration.route": "/admin/users",
  itself: "/admin/media",
}
const PAGES = ["/admin/settings", ...Object.values(BEHIND)]

/** One write of each. */
const WRITES = new Map([
  ...ADMIN_WRITES.filter(([path]) => PAGES.includes(path)).toReversed(),
  ["/admin/settings", { intent: "profile", firstName: "Awa" }],
  ["/admin?index", { intent: "save", title: "Nouveau", guest: "Awa" }],
])

beforeAll(openTestDatabase)

test("every address that is not one's own stands behind one guard, which is tried here", () => {
  const guards = adminGuards()
  const tried = expect.toBeOneOf(Object.keys(BEHIND))
  for (const [path, behind] of guards) expect([path, behind]).toEqual([path, OWN.has(path) ? [] : [tried]])
  for (const [guard, path] of Object.entries(BEHIND))
    expect([path, guards.get(path)]).toEqual([path, [guard]])
})

describe.each(Object.entries(STATES))("somebody %s", (_state, { hasFactor, requiredFor, isOverdue }) => {
  const cookies: Record<Role, string> = { user: "", moderator: "", admin: "" }

  beforeAll(async () => {
    await db.execute(sql`delete from users`)
    for (const role of ROLES) {
      const person = await createUser(role, `${role}@cko.test`)
      cookies[role] = await openSession(person)
      if (hasFactor) await givePasskey(person)
    }
    await db.execute(sql`update users set staff_since = now() - interval '1 year' where role <> 'user'`)
    await fill()
  })

  const fill = madeOnce(async () => {
    await fillOffice(...ROLES.map((role) => `${role}@cko.test`))
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

  test.each(ROLES)("14.5 sees as %s what their role and factor open, as a page and as data", async (role) => {
    const statuses = {
      open: [200, 200, null],
      refused: [403, 403, null],
      led: [302, 202, "/admin/comments"],
      owed: [302, 202, SECURITY_PAGE],
    }
    const seen: Record<string, unknown[]> = {}
    for (const path of PAGES) {
      const headers = { cookie: cookies[role] }
      const page = await send(path, { headers })
      const content = await send(dataAddress(path), { headers })
      seen[path] = [page.status, content.status, page.headers.get("location")]
    }
    const expected = PAGES.map((path) => [path, statuses[verdictOn(role, path)]] as const)
    expect(seen).toEqual(Object.fromEntries(expected))
  })

  test.each(ROLES)(
    "writes as %s nothing that is refused or waits for a factor, however it is sent",
    async (role) => {
      const before = await everythingManaged()
      const headers = { cookie: cookies[role] }
      for (const [path, fields] of WRITES) {
        const verdict = verdictOn(role, path)
        if (verdict === "open") continue
        const page = await sendForm(path, fields, headers)
        const content = await sendForm(dataAddress(path), fields, headers)
        const statuses = verdict === "led" ? [302, 202] : [403, 403]
        expect([path, page.status, content.status]).toEqual([path, ...statuses])
      }
      expect(await everythingManaged()).toBe(before)
    },
  )

  describe("writes", () => {
    beforeEach(fill)

    const open = ROLES.flatMap((role) =>
      [...WRITES]
        .filter(([path]) => verdictOn(role, path) === "open")
        .map(([path, fields]) => [role, path, fields] as const),
    )
    test.each(open)("as %s what is theirs at %s", async (role, path, fields) => {
      const before = await everythingManaged()
      const response = await sendForm(path, fields, { cookie: cookies[role] })
      expect([200, 302]).toContain(response.status)
      expect(await everythingManaged()).not.toBe(before)
    })
  })
})
