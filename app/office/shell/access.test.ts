import { sql } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { listedTypes } from "#app/content/types.server.ts"
import { db } from "#app/db/client.server.ts"
import { ADMIN_WRITES } from "#test/admin-writes.ts"
import { adminPaths, dataAddress, RAW_PATHS } from "#test/admin-paths.ts"
import { send } from "#test/app.ts"
import { madeOnce, openTestDatabase } from "#test/database.ts"
import { everythingManaged, fillOffice } from "#test/filled-office.ts"
import { readHtml } from "#test/html.ts"
import { createUser, openSession, sendForm } from "#test/people.ts"

beforeAll(openTestDatabase)

const PEOPLE = ["user", "moderator", "admin"] as const
type Who = (typeof PEOPLE)[number] | "visitor"

const paths = adminPaths()
const pages = paths.filter((path) => !RAW_PATHS.has(path) && !path.endsWith(".csv"))

const cookies: Record<Who, string> = { visitor: "", user: "", moderator: "", admin: "" }
let victim: { id: string }

beforeAll(async () => {
  for (const role of PEOPLE) {
    cookies[role] = await openSession(await createUser(role, `${role}@cko.test`))
  }
})

const fill = madeOnce(async () => {
  victim = await fillOffice(...PEOPLE.map((role) => `${role}@cko.test`))
})

test("every address of the back office is known here", () => {
  const ofTypes = listedTypes().flatMap(({ words: { path } }) => [path, `${path}/1`])
  const others = [
    "/admin",
    "/admin/audience",
    "/admin/audience/episodes",
    "/admin/audience/import",
    "/admin/audience/listening",
    "/admin/audience/method",
    "/admin/audience/site",
    "/admin/bin",
    "/admin/comments",
    "/admin/confirm",
    "/admin/episodes/1/audience",
    "/admin/feed",
    "/admin/first-steps",
    "/admin/first-steps/starter",
    "/admin/guests/1/merge",
    "/admin/health",
    "/admin/health/mails",
    "/admin/import",
    "/admin/import/1",
    "/admin/jobs",
    "/admin/letters/1/checks",
    "/admin/letters/1/recipients",
    "/admin/log",
    "/admin/maintenance",
    "/admin/maintenance/backups",
    "/admin/maintenance/backups/contents",
    "/admin/maintenance/export",
    "/admin/media/captions",
    "/admin/messages",
    "/admin/moving",
    "/admin/moving/out",
    "/admin/newsletter",
    "/admin/newsletter/growth",
    "/admin/newsletter/import",
    "/admin/personal-data",
    "/admin/redirects/import",
    "/admin/redirects/missing",
    "/admin/search",
    "/admin/settings",
    "/admin/settings/security",
    "/admin/site",
    "/admin/site/appearance",
    "/admin/site/automatic",
    "/admin/site/embeds",
    "/admin/site/feed",
    "/admin/site/audience",
    "/admin/site/audience/evaluation",
    "/admin/site/legal",
    "/admin/site/letters",
    "/admin/site/links",
    "/admin/site/mail",
    "/admin/site/navigation",
    "/admin/site/podcast",
    "/admin/site/presentation",
    "/admin/site/retention",
    "/admin/site/returns",
    "/admin/site/rules",
    "/admin/site/support",
    "/admin/site/texts",
    "/admin/site/uploads",
    "/admin/supporters/import",
    "/admin/supporters/payments",
    "/admin/transcripts",
    "/admin/users",
  ]
  expect(pages.toSorted()).toEqual([...ofTypes, ...others].toSorted())
})

/** What is each person's own. */
const OWN = new Set([
  "/admin/settings",
  "/admin/settings/security",
  "/admin/confirm",
  "/admin/proof",
  // Finds what each person may open (search/search.test.ts).
  "/admin/search",
  "/admin/search/results",
])

const isAllowed = (who: Who, path: string) =>
  who === "admin" || OWN.has(path) || (who === "moderator" && /^\/admin\/(comments|bin)/.test(path))

describe("reading", () => {
  beforeAll(fill)

  async function read(who: Who, path: string) {
    const headers = { cookie: cookies[who] }
    const page = await send(path, { headers })
    const content = await send(`${path}.data`, { headers })
    return { page, content, text: await page.text(), contentText: await content.text() }
  }

  test.each(paths)("15.2 reading a visitor is sent from %s to sign in", async (path) => {
    const { page, content, text, contentText } = await read("visitor", path)
    expect([page.status, page.headers.get("location"), text]).toEqual([302, "/auth", ""])
    // React Router's way to redirect within the browser.
    expect(content.status).toBe(202)
    expect(contentText).toContain("/auth")
  })

  test("reading a moderator is led from /admin to what they may do", async () => {
    const { page, content, contentText } = await read("moderator", "/admin")
    expect([page.status, page.headers.get("location")]).toEqual([302, "/admin/comments"])
    expect(content.status).toBe(202)
    expect(contentText).toContain("/admin/comments")
  })

  const refused = PEOPLE.flatMap((who) => paths.map((path) => [who, path] as const)).filter(
    ([who, path]) => !isAllowed(who, path) && !(who === "moderator" && path === "/admin"),
  )
  test.each(refused)("1.2 reading a %s is refused %s, and told so", async (who, path) => {
    const { page, content, text, contentText } = await read(who, path)
    expect([page.status, content.status]).toEqual([403, 403])
    // But their own address, in the name of the link to their account.
    expect((text + contentText).replaceAll(`${who}@cko.test`, "")).not.toContain("@cko.test")
    if (RAW_PATHS.has(path)) return
    const shown = readHtml(text)
    expect(shown.get("h1").text).toBe("Accès refusé")
    expect(shown.get("main").text).toContain("Vous n'avez pas les droits administrateur")
    expect(shown.get("nav", { id: "administration" }).text).toContain("Paramètres")
    expect(shown.get("nav", { id: "administration" }).text).not.toContain("Utilisateurs")
  })

  const allowed = PEOPLE.flatMap((who) => pages.map((path) => [who, path] as const)).filter(([who, path]) =>
    isAllowed(who, path),
  )
  test.each(allowed)("reading a %s may see %s, no cache may", async (who, path) => {
    const { page, content } = await read(who, path)
    expect([page.status, content.status]).toEqual([200, 200])
    expect(page.headers.get("cache-control")).toBe("private, no-store")
    expect(content.headers.get("cache-control")).toBe("private, no-store")
  })
})

describe("writing", () => {
  const cases = ADMIN_WRITES.map(
    ([path, fields]) =>
      [path, `${fields.intent}${fields.id || fields.ids ? " an existing one" : ""}`, fields] as const,
  )
  const complete = (fields: Record<string, string>) => ({
    ...fields,
    ...(fields.id === "VICTIM" && { id: victim.id }),
  })

  const permitted = (["moderator", "admin"] as const).flatMap((who) =>
    cases.filter(([path]) => isAllowed(who, path)).map((one) => [who, ...one] as const),
  )
  describe("what is theirs", () => {
    beforeEach(fill)

    test.each(permitted)("writing a %s at %s may %s", async (who, path, _what, fields) => {
      const before = await everythingManaged()
      const response = await sendForm(path, complete(fields), { cookie: cookies[who] })
      expect([200, 302]).toContain(response.status)
      expect(await everythingManaged()).not.toBe(before)
    })
  })

  const others = [
    ["visitor", 302, 202],
    ["user", 403, 403],
    ["moderator", 403, 403],
  ] as const
  describe.each(others)("a %s", (who, status, dataStatus) => {
    // Once for all: nothing of it is changed.
    let stored = ""
    beforeAll(async () => {
      await fill()
      stored = await everythingManaged()
    })

    test.each(cases.filter(([path]) => !isAllowed(who, path)))(
      "1.2 at %s may not %s",
      async (path, _what, fields) => {
        const headers = { cookie: cookies[who] }
        const page = await sendForm(path, complete(fields), headers)
        const content = await sendForm(dataAddress(path), complete(fields), headers)
        const before = stored
        stored = await everythingManaged()
        expect([page.status, content.status]).toEqual([status, dataStatus])
        expect(stored).toBe(before)
      },
    )
  })

  test.each(["user", "moderator"] as const)(
    "writing a %s neither previews, imports nor exports",
    async (role) => {
      const headers = { cookie: cookies[role] }
      const exported = await sendForm("/admin/personal-data/export", { email: "victime@cko.test" }, headers)
      expect(exported.status).toBe(403)
      expect(await exported.text()).not.toContain("victime")
      for (const path of ["/admin/preview", "/admin/rich-text"])
        expect((await sendForm(path, { markdown: "**a**" }, headers)).status).toBe(403)
      const stream = await send("/admin/import/stream?mode=run", {
        method: "POST",
        body: "<rss/>",
        headers: { ...headers, "Sec-Fetch-Site": "same-origin" },
      })
      expect(stream.status).toBe(403)
    },
  )

  test("16.1 writing settings change nobody else's profile or sessions", async () => {
    await fill()
    const [session] = (
      await db.execute<{ id: string }>(sql`select id from sessions where user_id = ${victim.id}`)
    ).rows
    const headers = { cookie: cookies.user }
    const forged = { firstName: "Pirate", userId: victim.id, user_id: victim.id, id: victim.id }
    expect((await sendForm("/admin/settings", { intent: "profile", ...forged }, headers)).status).toBe(302)
    const ended = await sendForm("/admin/settings", { intent: "end-session", id: session?.id ?? "" }, headers)
    expect(ended.status).toBe(404)
    const { rows } = await db.execute(sql`
      select (select count(*)::int from sessions where user_id = ${victim.id}) as sessions,
        (select count(*)::int from profiles where user_id = ${victim.id}) as profiles`)
    expect(rows).toEqual([{ sessions: 1, profiles: 0 }])
  })
})
