import { beforeAll, expect, test } from "vitest"
import { send } from "#test/app.ts"
import { openTestDatabase } from "#test/database.ts"
import { openSession, createUser, visitAs } from "#test/people.ts"

const cookies = { user: "", admin: "" }

beforeAll(openTestDatabase)
beforeAll(async () => {
  cookies.admin = await openSession(await createUser("admin"))
  cookies.user = await openSession(await createUser("user"))
})

test.each([
  ["auto", ""],
  ["light", "; scheme:state=light"],
  ["dark", "; scheme:state=dark"],
  ["auto", "; scheme:state=blue"],
])("32.3 the back office comes %s from the server with %j", async (scheme, chosen) => {
  for (const [cookie, path] of [
    [cookies.admin, "/admin/episodes"],
    [cookies.admin, "/admin/episodes?edit=9999"],
    // Refused, the frame is drawn as well.
    [cookies.user, "/admin/users"],
  ] as const) {
    const page = await visitAs(cookie + chosen, path)
    const frames = page.all("div").filter(({ attributes }) => attributes["data-scheme"])
    expect([path, ...frames.map(({ attributes }) => attributes["data-scheme"])]).toEqual([path, scheme])
  }
})

test("pages for visitors know of no scheme", async () => {
  const html = await (await send("/", { headers: { cookie: `${cookies.admin}; scheme:state=dark` } })).text()
  expect(html).not.toContain("data-scheme")
})
