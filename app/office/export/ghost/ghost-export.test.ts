import { rm } from "node:fs/promises"
import { join } from "node:path"
import { beforeEach, expect, test } from "vitest"
import { refreshSiteSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { mediaAddress } from "#app/kit/lib/media.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { getStore } from "#app/media/store/store.server.ts"
import { useDataFolder } from "#test/data-folder.ts"
import { useDatabase } from "#test/database.ts"
import { seedEveryTable } from "#test/every-table.ts"
import {
  createEpisode,
  createMedium,
  createNews,
  createPage,
  createPost,
  emptyContents,
} from "#test/factories.ts"
import { fillOffice } from "#test/filled-office.ts"
import { createMediaFile } from "#test/media-files.ts"
import { createUser } from "#test/people.ts"
import { PUBLIC_URL } from "#test/setup.ts"
import { EVERYTHING, pickRows } from "#test/round-trips.ts"
import { importSite } from "#test/site-imports.ts"
import { unzip } from "#test/unzipped.ts"
import { writeFormat } from "../write-formats.server.ts"

useDatabase()
useDataFolder()
let file = ""
beforeEach(async () => {
  file = join(getSettings().dataDir, "ghost.zip")
  await rm(file, { force: true })
  await refreshSiteSettings()
})

const OPTIONS = { publicUrl: PUBLIC_URL, hasPersonalData: false, hasMedia: true }

type Rows = Record<string, unknown>[]
type Data = Record<
  "posts" | "tags" | "users" | "posts_tags" | "posts_authors" | "posts_meta" | "roles_users",
  Rows
>

async function exportZip(options = OPTIONS) {
  const report = await writeFormat("ghost", { file, ...options })
  const files = await unzip(file)
  const text = (name: string) => files.get(name)?.toString() ?? ""
  const { db: exports }: { db: { meta: object; data: Data }[] } = JSON.parse(text("ghost.json"))
  const [{ meta, data } = { meta: {}, data: undefined }] = exports
  if (!data) throw new Error("the export is empty")
  const find = (title: string) => data.posts.find((post) => post.title === title) ?? {}
  return { report, files, text, meta, data, find, json: files.get("ghost.json") ?? Buffer.of() }
}

async function createStored(title: string, type: string) {
  const medium = await createMedium({ title, kind: type.startsWith("audio") ? "audio" : "image", type })
  await createMediaFile(getStore(), title, { mediumId: medium.id, type, role: "main", name: "source" })
  return mediaAddress(medium.key, title)
}

test("52.8 an export for Ghost has no text twice by one name, and what belongs to each, whatever a database can hold", async () => {
  await seedEveryTable()
  await db.execute("update episodes set links = '[]', chapters = '[]', soundbites = '[]'")
  await createPost({ slug: "equipe" })
  await createPage({ slug: "equipe" })
  await createEpisode({ title: "É".repeat(400) })
  const { meta, data, report } = await exportZip()
  expect(meta).toMatchObject({ version: expect.stringMatching(/^5\./) })
  const slugs = data.posts.map(({ slug }) => slug)
  expect(slugs).toEqual(expect.arrayContaining(["equipe", "equipe-2"]))
  expect(new Set(slugs).size).toBe(slugs.length)
  const ids = Object.values(data).flatMap((rows) => rows.flatMap(({ id }) => id ?? []))
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{24}$/)
  for (const post of data.posts) {
    expect(post.title).toSatisfy((title: string) => title.length <= 255)
    expect(post.custom_excerpt).toSatisfy((excerpt: string | null) => (excerpt ?? "").length <= 300)
  }
  const relations = [...data.posts_tags, ...data.posts_authors, ...data.posts_meta, ...data.roles_users]
  const named = relations.flatMap((row) => [row.post_id, row.tag_id, row.author_id, row.user_id])
  const known = new Set<unknown>(ids)
  expect(named.filter((id) => id !== undefined && !known.has(id))).toEqual([])
  const { episodes = 0, blog = 0, pages = 0, news = 0 } = report.counts
  expect(data.posts).toHaveLength(episodes + blog + pages + news)
})

test("52.8 texts have the files that they use beside them, where Ghost looks for them", async () => {
  const sound = await createStored("Le round 12.mp3", "audio/mpeg")
  const picture = await createStored("Portrait.PNG", "image/png")
  const raw = await createStored("Son.flac", "audio/flac")
  await createStored("Jamais vu.png", "image/png")
  await createEpisode({
    ...{ title: "L’été", description: `**Gras**\n\n![](${picture})\n\n${raw}`, guest: "Léa" },
    ...{ audioUrl: sound, thumbnailUrl: picture, subtitle: "Au bord" },
  })
  await createPost({
    title: "Un",
    content: "[ici](/episodes/1)\n\nhttps://youtu.be/dQw4w9WgXcQ",
    excerpt: "Le *début*",
  })
  await createNews({ title: "Une nouvelle", category: "interview" })
  const { files, find, data, report } = await exportZip()
  expect([...files.keys()].toSorted()).toEqual([
    "content/images/portrait.png",
    "content/media/le-round-12.mp3",
    "ghost.json",
  ])
  const html = (title: string) => String(find(title).html)
  expect(find("L’été")).toMatchObject({
    ...{ type: "post", status: "published", slug: "l-ete", custom_excerpt: "Au bord" },
    feature_image: "__GHOST_URL__/content/images/portrait.png",
  })
  expect(html("L’été")).toContain(
    '<div class="kg-card kg-audio-card"><div class="kg-audio-player-container"><audio src="__GHOST_URL__/content/media/le-round-12.mp3"',
  )
  expect(html("L’été")).toContain('<img src="__GHOST_URL__/content/images/portrait.png"')
  expect(html("L’été")).toContain("<p>Avec Léa</p>")
  // What Ghost would not take stays here.
  expect(html("L’été")).toContain(`<audio src="${PUBLIC_URL}${raw}"`)
  expect(html("Un")).toContain(`<a href="${PUBLIC_URL}/episodes/1">ici</a>`)
  expect(html("Un")).toMatch(/<iframe src="https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ/)
  expect(find("Un").custom_excerpt).toBe("Le début")
  const named = (title: string) => {
    const ids = data.posts_tags.flatMap((row) => (row.post_id === find(title).id ? [row.tag_id] : []))
    return ids.map((id) => data.tags.find((tag) => tag.id === id)?.name)
  }
  expect([named("L’été"), named("Une nouvelle"), named("Un")]).toEqual([
    ["Épisodes"],
    ["Interview", "Actualités"],
    [],
  ])
  expect(report).toMatchObject({ counts: { episodes: 1, blog: 1, news: 1 }, files: 2, missing: [] })

  await rm(file)
  const without = await exportZip({ ...OPTIONS, hasMedia: false })
  expect([...without.files.keys()]).toEqual(["ghost.json"])
  expect(without.json.toString()).not.toContain("__GHOST_URL__")
  expect(without.find("L’été").feature_image).toBe(PUBLIC_URL + picture)
})

test("52.8 subscribers go along with personal data only, and nobody is mailed who left", async () => {
  await fillOffice()
  await db.execute(`insert into newsletter_subscribers (email, name, confirmed_at, unsubscribed_at, created_at) values
    ('partie@cko.test', '=1+1, "Léa"', '2026-01-02', '2026-02-03', '2026-01-01')`)
  const { files, json } = await exportZip()
  expect(files.has("members.csv")).toBe(false)
  expect(json.toString().match(/[\w.-]+@(?!auteur\.invalid)[\w-]+\.\w+/g)).toBeNull()
  await rm(file)
  const { text, report } = await exportZip({ ...OPTIONS, hasPersonalData: true })
  const [header, ...lines] = text("members.csv").trimEnd().split("\r\n")
  expect(header).toBe("email,name,subscribed_to_emails,labels,created_at")
  expect(lines).toContain(`partie@cko.test,"'=1+1, ""Léa""",false,cko-non-abonné,2026-01-01T00:00:00.000Z`)
  const states = await db.execute<{ confirmed: number }>(
    "select count(*)::int as confirmed from newsletter_subscribers where confirmed_at is not null and unsubscribed_at is null and suppressed_at is null",
  )
  expect(lines.filter((line) => line.includes(",true,"))).toHaveLength(states.rows[0]?.confirmed ?? -1)
  expect(report.counts.subscribers).toBe(5)
})

test("52.9 what goes to Ghost and comes back is the same: texts, states, dates, pictures; an episode is an article with its player", async () => {
  const { id: userId } = await createUser("admin", "awa@cko.test")
  const at = new Date("2025-03-04T10:00:05.000Z")
  await createPost({
    ...{
      title: "Un « article » & co",
      slug: "un-article",
      content: EVERYTHING,
      publishedAt: at,
      excerpt: "Le début",
    },
    ...{ signature: "Léo", coverImageUrl: "https://a.example/une.jpg" },
  })
  await createPost({ title: "Brouillon", slug: "brouillon", isPublished: false, publishedAt: null })
  await createPost({ title: "À venir", slug: "a-venir", publishedAt: new Date("2100-01-01T10:00:00.000Z") })
  await createPage({
    title: "Équipe",
    slug: "equipe",
    content: EVERYTHING,
    metaDescription: "Qui nous sommes",
  })
  await createNews({ title: "Une nouvelle", content: EVERYTHING, category: "interview", publishedAt: at })
  const before = await contents()
  await createEpisode({
    ...{ title: "Le round", description: EVERYTHING, guest: "Léa", subtitle: "Au bord", publishedAt: at },
    audioUrl: "https://son.example/1.mp3",
  })
  const { json } = await exportZip({ ...OPTIONS, hasMedia: false })
  await emptyContents()
  const categories = { interview: "news:interview" } as const
  const { state, report } = await importSite(userId, json, { categories }, PUBLIC_URL)
  expect([state, report?.remarks]).toEqual(["done", []])
  const after = await contents()
  const [episode] = after.posts.filter(({ title }) => title === "Le round")
  expect(episode).toMatchObject({
    ...{ slug: "le-round", excerpt: "Au bord", published_at: "2025-03-04T10:00:05+00:00" },
    content: `[Le round](https://son.example/1.mp3)\n\nAvec Léa\n\n${EVERYTHING}`,
  })
  expect({ ...after, posts: after.posts.filter((post) => post !== episode) }).toEqual(before)
})

/** What must be the same, by what it is called. */
async function contents() {
  const written = ["title", "is_published", "published_at", "content"]
  return {
    posts: await pickRows("blog_posts", ...written, "slug", "excerpt", "signature", "cover_image_url"),
    pages: await pickRows("custom_pages", "title", "is_published", "slug", "content", "meta_description"),
    news: await pickRows("news", ...written, "category"),
  }
}
