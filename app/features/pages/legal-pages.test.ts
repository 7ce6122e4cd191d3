import { eq } from "drizzle-orm"
import { beforeAll, beforeEach, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { customPages } from "#app/db/schema/content.server.ts"
import { send } from "#test/app.ts"
import { emptyDatabase, openTestDatabase } from "#test/database.ts"
import { createPage } from "#test/factories.ts"
import { visit } from "#test/html.ts"
import { createUser, signInAs, visitAs } from "#test/people.ts"
import { ensureLegalPages } from "./legal-pages.server.ts"

beforeAll(openTestDatabase)
beforeEach(emptyDatabase)

const PAGES = [
  ["mentions-legales", "Mentions légales", "Éditeur du site"],
  ["politique-de-confidentialite", "Politique de confidentialité", "Cookies et stockage local"],
] as const
const stored = () =>
  db
    .select({ slug: customPages.slug, title: customPages.title, isPublished: customPages.isPublished })
    .from(customPages)
    .orderBy(customPages.slug)

test("the legal pages are made once, however many processes start at the same time, and can be edited", async () => {
  await Promise.all([ensureLegalPages(), ensureLegalPages(), ensureLegalPages()])
  await ensureLegalPages()
  expect(await stored()).toEqual(PAGES.map(([slug, title]) => ({ slug, title, isPublished: true })))
  const { email } = await createUser("admin")
  const manager = await visitAs(await signInAs(email), "/admin/pages")
  for (const [, title] of PAGES) expect(manager.get("main").text).toContain(title)
})

test("the legal pages leave those that exist as they are", async () => {
  await createPage({ slug: "mentions-legales", title: "À moi", isPublished: false })
  await ensureLegalPages()
  expect((await stored())[0]).toEqual({ slug: "mentions-legales", title: "À moi", isPublished: false })
})

test("the legal pages take over the privacy page of before, with what the hosts wrote in it", async () => {
  await createPage({ slug: "confidentialite", title: "À moi" })
  await Promise.all([ensureLegalPages(), ensureLegalPages()])
  expect((await stored()).map(({ slug, title }) => [slug, title])).toEqual([
    ["mentions-legales", "Mentions légales"],
    ["politique-de-confidentialite", "À moi"],
  ])
  const old = await send("/page/confidentialite")
  expect([old.status, old.headers.get("location")]).toEqual([301, "/page/politique-de-confidentialite"])
  await createPage({ slug: "confidentialite", title: "Une autre" })
  await ensureLegalPages()
  expect(await stored()).toHaveLength(3)
})

test.each(PAGES)(
  "the legal pages /page/%s says what comes with the site while there is no published page",
  async (slug, title, text) => {
    const missing = await visit(`/page/${slug}`)
    expect([missing.status, missing.get("h1").text]).toEqual([200, title])
    expect(missing.get("article").text).toContain(text)
    expect((await send(`/${slug}`)).headers.get("location")).toBe(`/page/${slug}`)

    await createPage({ slug, title: "À moi", isPublished: false })
    expect((await visit(`/page/${slug}`)).get("h1").text).toBe(title)
    const { email } = await createUser("admin")
    expect((await visitAs(await signInAs(email), `/page/${slug}`)).get("h1").text).toBe("À moi")

    await db.update(customPages).set({ isPublished: true }).where(eq(customPages.slug, slug))
    expect((await visit(`/page/${slug}`)).get("h1").text).toBe("À moi")
  },
)
