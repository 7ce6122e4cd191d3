import { eq, sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { blogPosts, episodes, news } from "#app/db/schema/content.server.ts"
import { starterContent } from "#app/db/starter/content.server.ts"
import { markStarterContent } from "#app/db/starter/marked.server.ts"
import { loadStarterContent } from "#app/db/starter/starter.server.ts"
import { send } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode, createGuest, createNews, createPost, storedRows } from "#test/factories.ts"
import { createUser, readPage, sendForm, signInAs } from "#test/people.ts"

const PAGE = "/admin/first-steps/starter"
let cookie = ""

useDatabase()
beforeEach(async () => {
  await loadStarterContent()
  await createUser("admin", "awa@cko.test")
  cookie = await signInAs("awa@cko.test")
})

const read = async (path = PAGE) => readPage(await send(path, { headers: { cookie } }))
const remove = (fields: Record<string, string> = {}) =>
  sendForm(PAGE, { intent: "remove-starter", id: "all", ...fields }, { cookie })
const titles = async () => {
  const rows = [
    ...(await storedRows("episodes")),
    ...(await storedRows("news")),
    ...(await storedRows("blog_posts")),
  ]
  return rows.map(({ title }) => String(title))
}
const firstEpisode = async () => {
  const [row] = await db
    .select()
    .from(episodes)
    .where(sql`guest = 'Lila Brumaire'`)
  if (!row) throw new Error("no such episode")
  return row
}
const editTitle = async (table: typeof episodes | typeof news | typeof blogPosts, id: number) =>
  db.update(table).set({ title: "À moi", version: 2 }).where(eq(table.id, id))

test("35.1 all that came with the site goes with one click, and nothing else, whatever it is called", async () => {
  const { episodes: shipped, news: shippedNews } = await starterContent()
  const { title, description } = shipped[0] ?? { title: "", description: "" }
  await createEpisode({ title, description, guest: "Sœur Cadence" })
  await createNews({ title: shippedNews[0]?.title, content: "Autre" })
  await createPost({ slug: "la-cassette", title: "La cassette, ce réseau de poche" })
  expect((await read()).text).toContain("10 épisodes, 10 actualités et 3 articles")
  const response = await remove()
  expect([response.status, response.headers.get("location")]).toEqual([302, "/admin/first-steps"])
  expect(await titles()).toEqual([title, shippedNews[0]?.title, "La cassette, ce réseau de poche"])
  expect((await read()).text).toContain("Rien à retirer")
  const deeds = (await storedRows("audit_log")).filter(({ action }) => action === "delete")
  expect(deeds).toHaveLength(23)
  // A second click finds nothing more.
  expect((await remove()).status).toBe(302)
  expect(await titles()).toHaveLength(3)
})

test("35.1 what hosts wrote in stays and is theirs, unless they tick it", async () => {
  const episode = await firstEpisode()
  await editTitle(episodes, episode.id)
  await editTitle(news, 1)
  expect((await read()).text).toContain("2 éléments où quelqu’un a écrit")
  await remove({ "also.news-1": "on", "also.episode-999": "on", "also.": "on", "also.page-1": "on" })
  expect(await titles()).toEqual(["À moi"])
  expect(await storedRows("episodes")).toMatchObject([{ id: episode.id, is_starter: false }])
  expect((await read("/admin/episodes")).text).not.toContain("Contenu d’exemple")
})

test("publishing or taking back an example is not writing in it", async () => {
  const episode = await firstEpisode()
  const intents = ["unpublish", "publish"]
  for (const intent of intents)
    await sendForm("/admin/episodes", { intent, id: String(episode.id) }, { cookie })
  expect((await firstEpisode()).version).toBe(episode.version + intents.length)
  expect((await read()).text).not.toContain("où quelqu’un a écrit")
})

test("an unsaved draft of an example, or a feed that took it over, keeps it", async () => {
  const episode = await firstEpisode()
  const draft = { kind: "news", id: "2", title: "Commencé", intent: "keep" }
  await db.execute(sql`insert into drafts (kind, item_id, user_id, values, title)
    select 'news', 2, id, '{}', ${draft.title} from users`)
  await db.execute(
    sql`insert into feed_items (guid, episode_id, item, digest) values ('g', ${episode.id}, '{}', 'd')`,
  )
  expect((await read()).text).toContain("2 éléments où quelqu’un a écrit")
})

test("what visitors left goes along and is said before; guests go who came to nothing else", async () => {
  const episode = await firstEpisode()
  const own = await createEpisode({ title: "À nous" })
  const [alone, both, known] = [
    await createGuest({ name: "Lila", slug: "lila" }),
    await createGuest({ name: "Deux fois", slug: "deux-fois" }),
    await createGuest({ name: "Décrite", slug: "decrite", role: "Autrice" }),
  ]
  for (const [position, { id }] of [alone, both, known].entries())
    await db.execute(sql`insert into episode_guests values (${episode.id}, ${id}, ${position})`)
  await db.execute(sql`insert into episode_guests values (${own.id}, ${both.id}, 0)`)
  await db.execute(sql`insert into comments (episode_id, author_name, author_email, content)
    values (${episode.id}, 'Léa', 'lea@cko.test', 'Un très bel épisode'), (${own.id}, 'Léa', 'lea@cko.test', 'Un autre bel épisode')`)
  await db.execute(sql`insert into likes (episode_id, session_id) values (${episode.id}, 'session_1_a')`)
  expect((await read()).text).toContain("Avec eux partent 1 commentaire et 1 mention « J’aime »")
  await remove()
  expect(await storedRows("comments")).toMatchObject([{ episode_id: own.id }])
  expect(await storedRows("likes")).toEqual([])
  expect((await storedRows("guests")).map(({ name }) => name).toSorted()).toEqual(["Deux fois", "Décrite"])
})

test("lists say what is an example, and own episodes are numbered without them", async () => {
  expect((await read("/admin/blog")).text).toContain("Contenu d’exemple")
  expect((await read("/admin/news")).text).toContain("Contenu d’exemple")
  await sendForm(
    "/admin/episodes",
    { intent: "save", title: "Le mien", guest: "Nour", isPublished: "on" },
    { cookie },
  )
  const [mine] = await db.select().from(episodes).where(eq(episodes.title, "Le mien"))
  expect(mine).toMatchObject({ isStarter: false, number: 1 })
})

test("a site that began before there were marks gets them once, where nobody wrote", async () => {
  await db.execute(sql`delete from settings where name = 'starter-content-marked'`)
  await db.update(episodes).set({ isStarter: false })
  await db.update(news).set({ isStarter: false })
  await db.update(blogPosts).set({ isStarter: false })
  const episode = await firstEpisode()
  await db.update(episodes).set({ description: "Récrite" }).where(eq(episodes.id, episode.id))
  await db.update(news).set({ content: sql`replace(content, 'neuvième round', 'dixième round')` })
  await markStarterContent()
  expect((await read()).text).toContain("9 épisodes, 10 actualités et 3 articles")
  await db.update(news).set({ isStarter: false })
  await markStarterContent()
  expect((await read()).text).not.toContain("actualités et")
})

test("two clicks at once remove it once", async () => {
  const responses = await Promise.all([remove(), remove(), remove()])
  expect(responses.map(({ status }) => status)).toEqual([302, 302, 302])
  expect((await storedRows("audit_log")).filter(({ action }) => action === "delete")).toHaveLength(23)
})
