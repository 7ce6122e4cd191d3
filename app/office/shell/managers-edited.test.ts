import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { openTestDatabase } from "#test/database.ts"
import { createEpisode, createNews, emptyContents, MANAGERS, storedRows } from "#test/factories.ts"
import { filledForm, followAs, saveForm, sendForm, signInAsNew, visitAs } from "#test/people.ts"

let cookie = ""

beforeAll(openTestDatabase)
beforeAll(async () => {
  cookie = await signInAsNew("admin")
})
beforeEach(emptyContents)

describe("an edited item", () => {
  const filled = {
    description: "Un texte\n\n**gras** <b>",
    content: "Un texte\n\n**gras** <b>",
    excerpt: "« Court »",
    metaDescription: '"Méta"',
    thumbnailUrl: "/a.jpg",
    coverImageUrl: "/a.jpg",
    externalUrl: "https://presse.example/?a=1&b=2",
    category: "Graffiti",
    mediaType: "video" as const,
    mediaUrl: "/clip.mp4",
    views: 12,
    publishedAt: new Date("2026-03-04T05:06:07.089Z"),
  }

  test.each(MANAGERS)(
    "an edited item of $path comes back as it was when nothing is touched",
    async (manager) => {
      const { path, table, make } = manager
      const { id } = await make(filled)
      const [before] = await storedRows(table)
      const edited = await visitAs(cookie, `${path}?edit=${id}`)
      const response = await sendForm(`${path}?edit=${id}`, filledForm(saveForm(edited)), { cookie })
      expect([response.status, response.headers.get("location")]).toEqual([302, path])
      const [after] = await storedRows(table)
      // Saving a published article dates it anew (docs/product.md 6.2).
      const renewed = path === "/admin/blog" ? { published_at: after?.published_at } : {}
      expect(after).toEqual({ ...before, ...renewed, version: 2, updated_at: after?.updated_at })
      expect(after?.updated_at).not.toBe(before?.updated_at)
    },
  )

  const toasts = [
    "Épisode mis à jour !",
    "Actualité mise à jour",
    "Page mise à jour !",
    "Article mis à jour !",
  ]
  test.each(MANAGERS.map((manager, index) => ({ ...manager, toast: toasts[index] ?? "" })))(
    "an edited item of $path is changed, and only it",
    async ({ path, table, make, toast }) => {
      const [{ id }] = [await make(), await make({ title: "Une autre" })]
      const fields = filledForm(saveForm(await visitAs(cookie, `${path}?edit=${id}`)))
      const response = await sendForm(path, { ...fields, title: " Changé " }, { cookie })
      expect((await followAs(cookie, response)).text).toContain(toast)
      expect((await storedRows(table)).map(({ title }) => title)).toEqual(["Changé", "Une autre"])
    },
  )

  test.each([
    ["/admin/episodes", "2026-03-05", "2026-03-05T05:06:00.000Z"],
    ["/admin/episodes", "2026-03-05", "2026-03-04T23:00:00.000Z", { publicationClock: "" }],
    ["/admin/episodes", "2026-03-05", "2026-03-05T17:30:00.000Z", { publicationClock: "18:30" }],
    ["/admin/episodes", "", "2026-03-04T17:30:00.000Z", { publicationClock: "18:30" }],
    ["/admin/news", "2026-03-05", "2026-03-04T23:00:00.000Z"],
    ["/admin/episodes", "", "2026-03-04T05:06:07.089Z"],
    ["/admin/news", "", "now"],
  ])(
    "an edited item of %s dated %j is published at %s",
    async (path, publicationDay, publishedAt, clock: Record<string, string> = {}) => {
      await (path === "/admin/news" ? createNews(filled) : createEpisode(filled))
      const fields = filledForm(saveForm(await visitAs(cookie, `${path}?edit=1`)))
      await sendForm(path, { ...fields, publicationDay, ...clock }, { cookie })
      const [row] = await storedRows(path.slice("/admin/".length))
      expect(moment(row?.published_at)).toBe(publishedAt)
    },
  )

  test("an edited item goes back to the page and the search it came from", async () => {
    const { id } = await createEpisode({ title: "Round" })
    const path = `/admin/episodes?q=round&page=1&edit=${id}`
    const fields = filledForm(saveForm(await visitAs(cookie, path)))
    const response = await sendForm(path, fields, { cookie })
    expect(response.headers.get("location")).toBe("/admin/episodes?q=round")
  })
})

/** Moments of just now have a name. */
function moment(value: unknown) {
  if (typeof value !== "string") return value
  const time = Date.parse(value)
  return Math.abs(Date.now() - time) < 300_000 ? "now" : new Date(time).toISOString()
}
