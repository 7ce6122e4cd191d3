import { beforeAll, beforeEach, expect, test } from "vitest"
import { send } from "#test/app.ts"
import { openTestDatabase } from "#test/database.ts"
import { emptyContents, storedRows } from "#test/factories.ts"
import { createUser, followAs, openSession, sendForm, visitAs } from "#test/people.ts"

let cookie = ""
let admin = { id: "" }

beforeAll(openTestDatabase)
beforeAll(async () => {
  const user = await createUser("admin")
  admin = user
  cookie = await openSession(user)
})
beforeEach(emptyContents)

const episode = {
  title: "Été à Paris",
  guest: "Awa",
  description: "**Une** heure\nensemble",
  youtubeUrl: "https://youtube.example/watch?v=1",
  spotifyUrl: "https://spotify.example/1",
  thumbnailUrl: "/starter/1.jpg",
  views: "1 234",
  publicationDay: "2026-01-15",
  isPublished: "on",
}
const news = {
  title: "Été à Paris",
  mediaType: "video",
  category: "event",
  publicationDay: "2026-07-15",
  mediaUrl: "https://videos.example/1.mp4",
  thumbnailUrl: "https://images.example/1.jpg",
  content: "Un *texte*",
  externalUrl: "https://presse.example",
  isPublished: "on",
}
const page = { title: "Équipe", slug: "L’Équipe !", metaDescription: "Qui nous sommes", content: "Nous" }
const post = {
  title: "Été",
  slug: "ete",
  coverImageUrl: "/a.jpg",
  excerpt: "Court",
  content: "Long",
  isPublished: "on",
}

test.each([
  [
    "/admin/episodes",
    "episodes",
    episode,
    {
      title: "Été à Paris",
      guest: "Awa",
      description: "**Une** heure\nensemble",
      youtube_url: "https://youtube.example/watch?v=1",
      spotify_url: "https://spotify.example/1",
      thumbnail_url: "/starter/1.jpg",
      views: 1234,
      is_published: true,
      version: 1,
    },
    "2026-01-14T23:00:00.000Z",
  ],
  [
    "/admin/news",
    "news",
    news,
    {
      title: "Été à Paris",
      media_type: "video",
      category: "event",
      media_url: "https://videos.example/1.mp4",
      thumbnail_url: "https://images.example/1.jpg",
      content: "Un *texte*",
      external_url: "https://presse.example",
      is_published: true,
      source: "manual",
    },
    "2026-07-14T22:00:00.000Z",
  ],
  ["/admin/news", "news", { title: "Été" }, { media_type: "article", category: "cko-news" }, null],
  [
    "/admin/news",
    "news",
    { ...news, mediaType: "article", publicationDay: "" },
    { media_type: "article", media_url: null, is_published: true },
    "now",
  ],
  [
    "/admin/pages",
    "custom_pages",
    page,
    {
      title: "Équipe",
      slug: "l-equipe",
      meta_description: "Qui nous sommes",
      content: "Nous",
      is_published: false,
    },
    undefined,
  ],
  [
    "/admin/blog",
    "blog_posts",
    post,
    {
      title: "Été",
      slug: "ete",
      cover_image_url: "/a.jpg",
      excerpt: "Court",
      content: "Long",
      is_published: true,
    },
    "now",
  ],
  ["/admin/blog", "blog_posts", { ...post, isPublished: undefined }, { is_published: false }, null],
  ["/admin/episodes", "episodes", { title: "T", guest: "G", views: "beaucoup" }, { views: 0 }, "now"],
])("a new item of %s is stored in %s", async (path, table, fields, expected, publishedAt) => {
  const response = await sendForm(path, { intent: "save", ...defined(fields) }, { cookie })
  expect([response.status, response.headers.get("location")]).toEqual([302, path])
  const rows = await storedRows(table)
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject(expected)
  expect(moment(rows[0]?.published_at)).toBe(publishedAt)
})

test("a new item knows who wrote it", async () => {
  await sendForm("/admin/pages", { intent: "save", ...page }, { cookie })
  await sendForm("/admin/blog", { intent: "save", ...post }, { cookie })
  expect((await storedRows("custom_pages"))[0]?.created_by).toBe(admin.id)
  expect((await storedRows("blog_posts"))[0]?.author_id).toBe(admin.id)
})

test.each([
  ["/admin/episodes", episode, "Épisode créé !", "/episodes/1"],
  ["/admin/news", news, "Actualité créée", "/news"],
  ["/admin/pages", { ...page, isPublished: "on" }, "Page créée !", "/page/l-equipe"],
  ["/admin/blog", post, "Article créé !", "/blog/ete"],
])("a new item of %s can be seen on the site from the toast", async (path, fields, toast, address) => {
  const response = await sendForm(path, { intent: "save", ...fields }, { cookie })
  const shown = await followAs(cookie, response)
  expect(shown.text).toContain(toast)
  const link = shown.all("a").find(({ text }) => text === "Voir sur le site")
  expect(link?.attributes.href).toBe(address)
  const onSite = await send(address)
  expect([onSite.status, await onSite.text()]).toEqual([200, expect.stringContaining(fields.title)])
  expect((await visitAs(cookie, path)).text).not.toContain(toast)
})

/** Moments of just now have a name. */
function moment(value: unknown) {
  if (typeof value !== "string") return value
  const time = Date.parse(value)
  return Math.abs(Date.now() - time) < 300_000 ? "now" : new Date(time).toISOString()
}

function defined(fields: Record<string, string | undefined>) {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
