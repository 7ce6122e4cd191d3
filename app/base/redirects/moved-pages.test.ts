import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { missingPaths, redirects } from "#app/db/schema/redirects.server.ts"
import { send } from "#test/app.ts"
import { emptyTables } from "#test/database.ts"
import { createPage, createPost } from "#test/factories.ts"
import { openOffice } from "#test/manager.ts"
import { refreshRedirects } from "./snapshot.server.ts"

const office = openOffice()
beforeEach(async () => {
  await emptyTables("redirects", "missing_paths", "audit_log")
  await refreshRedirects()
})

const rules = () =>
  db.select({ source: redirects.source, target: redirects.target }).from(redirects).orderBy(redirects.id)
const rule = (source: string, target: string) =>
  office.save("/admin/redirects", { source, code: "301", target, replaces: "on" })

describe.each([
  { path: "/admin/blog", prefix: "/blog/", create: createPost },
  { path: "/admin/pages", prefix: "/page/", create: createPage },
])("an item of $path", ({ path, prefix, create }) => {
  const rename = (slug: string) => office.edit(path, 1, { slug })

  test("30.1 that gets another slug is found by its former ones, without a detour", async () => {
    await create({ slug: "un" })
    await rule("/ancien", `${prefix}un`)
    await rename("deux")
    await rename("trois")
    expect(await rules()).toEqual([
      { source: "/ancien", target: `${prefix}trois` },
      { source: `${prefix}un`, target: `${prefix}trois` },
      { source: `${prefix}deux`, target: `${prefix}trois` },
    ])
    const response = await send(`${prefix}un`)
    expect([response.status, response.headers.get("location")]).toEqual([301, `${prefix}trois`])
    expect((await send(`${prefix}trois`)).status).toBe(200)
  })

  test("that gets a former slug back is found there again", async () => {
    await create({ slug: "un" })
    await rename("deux")
    await rename("un")
    expect(await rules()).toEqual([{ source: `${prefix}deux`, target: `${prefix}un` }])
    expect((await send(`${prefix}un`)).status).toBe(200)
  })

  test("makes no rule while nobody could find it, nor where nothing moves", async () => {
    await create({ slug: "un", isPublished: false })
    await rename("deux")
    await office.send(path, { intent: "publish", id: "1" })
    await office.edit(path, 1, { title: "Autre titre" })
    expect(await rules()).toEqual([])
  })

  test("is not hidden by a rule once it is published there", async () => {
    await rule(`${prefix}un`, "/contact")
    await rule(`${prefix}deux`, "/contact")
    await office.save(path, { title: "Un", slug: "un", isPublished: "on", content: "Texte" })
    await create({ slug: "deux", isPublished: false })
    expect(await rules()).toEqual([{ source: `${prefix}deux`, target: "/contact" }])
    await office.send(path, { intent: "publish", id: "2" })
    expect(await rules()).toEqual([])
    expect((await send(`${prefix}un`)).status).toBe(200)
  })

  test("makes no chain with a rule that covers its new address", async () => {
    await create({ slug: "un" })
    await rule(`${prefix}un/*`, "/contact")
    await db.delete(redirects)
    await rule("/x", `${prefix}un`)
    await rule(`${prefix}deux/*`, "/contact")
    expect((await rename("deux")).status).toBe(302)
    expect(await rules()).toEqual([
      { source: "/x", target: `${prefix}un` },
      { source: `${prefix}deux/*`, target: "/contact" },
    ])
  })

  test("keeps its slug, and its rules, where another one has the new one", async () => {
    await create({ slug: "un" })
    await create({ slug: "deux" })
    expect((await rename("deux")).status).toBe(400)
    expect(await rules()).toEqual([])
    expect((await send(`${prefix}un`)).status).toBe(200)
  })
})

test("what was asked for in vain is no longer listed once it is redirected", async () => {
  await db.insert(missingPaths).values([
    { path: "/perdue", hits: 1 },
    { path: "/2023/été", hits: 1 },
    { path: "/autre", hits: 1 },
  ])
  await rule("/2023/*", "/contact")
  await office.send("/admin/redirects/import", { intent: "import", csv: "/perdue;/contact" })
  expect(await db.select({ path: missingPaths.path }).from(missingPaths)).toEqual([{ path: "/autre" }])
})
