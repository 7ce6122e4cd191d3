import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { formatLongTime } from "#app/kit/lib/dates.ts"
import { openTestDatabase } from "#test/database.ts"
import { createEpisode, createNews, createPage, createPost, emptyContents } from "#test/factories.ts"
import { visitAs } from "#test/people.ts"
import { signInAsEach } from "#test/roles.ts"

beforeAll(openTestDatabase)
const cookies = signInAsEach()
beforeEach(emptyContents)

describe("what the public does not see yet", () => {
  const TOMORROW = new Date(Date.now() + 86_400_000)
  const PLANNED = `ProgramméCette page paraîtra d’elle-même le ${formatLongTime(TOMORROW)}`
  const DRAFT = { isPublished: false, publishedAt: null }
  const make = {
    "/episodes/1": (isDraft: boolean) =>
      createEpisode({ title: "Secret", ...(isDraft ? { isPublished: false } : { publishedAt: TOMORROW }) }),
    "/blog/secret": (isDraft: boolean) =>
      createPost({ title: "Secret", slug: "secret", ...(isDraft ? DRAFT : { publishedAt: TOMORROW }) }),
    "/page/secret": () => createPage({ title: "Secret", slug: "secret", isPublished: false }),
  }

  test.each([
    ["/episodes/1", true, "Épisode non trouvé", "Brouillon"],
    ["/episodes/1", false, "Épisode non trouvé", PLANNED],
    ["/blog/secret", true, "Article non trouvé", "Brouillon"],
    ["/blog/secret", false, "Article non trouvé", PLANNED],
    ["/page/secret", true, "Page non trouvée", "Brouillon"],
  ] as const)(
    "18.3, 3.5 what the public does not see yet %s (a draft: %s) is there for admins only",
    async (path, isDraft, missing, status) => {
      await make[path](isDraft)
      for (const who of ["visitor", "user", "moderator"] as const) {
        const shown = await visitAs(cookies[who], path)
        expect([who, shown.status, shown.get("h1").text]).toEqual([who, 404, missing])
        expect(shown.html).not.toContain("Secret")
      }
      const shown = await visitAs(cookies.admin, path)
      expect([shown.status, shown.get("h1").text]).toEqual([200, "Secret"])
      expect(shown.get("main").text).toContain(status)
    },
  )

  test.each(["/", "/episodes", "/news", "/news?tab=galeries", "/blog", "/sitemap.xml", "/secret"])(
    "what the public does not see yet %s tells nobody of it",
    async (path) => {
      for (const isPublished of [true, false]) {
        const values = { title: "Secret", isPublished, publishedAt: TOMORROW }
        await createEpisode(values)
        await createNews({ ...values, mediaType: "image", mediaUrl: "/a.jpg" })
        await createPost({ ...values, slug: `secret-${isPublished}` })
      }
      await createPage({ title: "Secret", slug: "secret", isPublished: false })
      for (const cookie of Object.values(cookies)) {
        const { html } = await visitAs(cookie, path)
        expect(html).not.toMatch(/Secret|secret-|episodes\/1/)
      }
    },
  )
})
