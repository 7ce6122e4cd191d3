import { IMPORTED_TARGETS } from "#app/kit/lib/imports.ts"
import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { fileCopies } from "#app/db/schema/copies.server.ts"
import { comments } from "#app/db/schema/visitors.server.ts"
import { send } from "#test/app.ts"
import { useDataFolder } from "#test/data-folder.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode, storedRows } from "#test/factories.ts"
import { createUser } from "#test/people.ts"
import { ALL, importSite, sendExports, workOff, wxr } from "#test/site-imports.ts"
import { findImport, pauseImport, resumeImport, startImport, undoImport } from "./imports.server.ts"
import { placeInTexts } from "./place-in-texts.server.ts"

useDatabase()
useDataFolder()
let userId = ""
beforeEach(async () => {
  userId = (await createUser("admin", "awa@cko.test")).id
})

const AUTHORS = `<wp:author><wp:author_login>awa</wp:author_login><wp:author_email>AWA@cko.test</wp:author_email>
<wp:author_display_name>Awa</wp:author_display_name></wp:author>`
const comment = (
  id: number,
  values: { parent?: number; content?: string; approved?: string } = {},
) => `<wp:comment>
<wp:comment_id>${id}</wp:comment_id><wp:comment_author>Sam</wp:comment_author><wp:comment_author_email>sam${id}@a.example</wp:comment_author_email>
<wp:comment_date_gmt>2025-03-05 10:00:00</wp:comment_date_gmt><wp:comment_content>${values.content ?? `Commentaire ${id}`}</wp:comment_content>
<wp:comment_approved>${values.approved ?? "1"}</wp:comment_approved><wp:comment_type>comment</wp:comment_type>
<wp:comment_parent>${values.parent ?? 0}</wp:comment_parent></wp:comment>`
const meta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`
const EPISODE = {
  id: 30,
  type: "podcast",
  title: "Minuit",
  slug: "minuit",
  content: "Les notes, et https://ancien.example/2025/03/un/ aussi.",
  more:
    meta("audio_file", "https://ancien.example/sons/1.mp3") +
    meta("ssp_guid", "guid-30") +
    meta("duration", "00:10:00") +
    comment(1) +
    comment(2, { parent: 1, content: "Oui" }) +
    comment(3, { parent: 2 }) +
    comment(4, { approved: "0" }),
}
const SITE = wxr(
  [
    {
      id: 10,
      slug: "un",
      title: "Un",
      content:
        'Voir <a href="https://ancien.example/2025/03/deux/">deux</a> et <a href="https://ancien.example/?p=20">la page</a>.',
    },
    { id: 11, slug: "deux", title: "Deux", status: "draft" },
    { id: 12, slug: "trois", title: "Trois", status: "private" },
    { id: 20, slug: "equipe", title: "Équipe", type: "page", more: comment(9) },
    EPISODE,
  ],
  { head: AUTHORS },
)

const states = async () => ({
  posts: await storedRows("blog_posts"),
  pages: await storedRows("custom_pages"),
  episodes: await storedRows("episodes"),
  news: await storedRows("news"),
  comments: await storedRows("comments"),
  rules: await storedRows("redirects"),
})

describe("an import of a WordPress site", () => {
  test("51.1, 51.2 is read, shown with what is in it, and writes nothing before the host has chosen", async () => {
    const id = await sendExports(userId, SITE)
    await workOff()
    const found = await findImport(id)
    expect(found).toMatchObject({ state: "read", source: "https://ancien.example" })
    expect(found?.findings).toMatchObject({
      title: "Ancien site",
      texts: {
        post: { count: 3, published: 1, known: 0, titles: ["Un", "Deux", "Trois"] },
        page: { count: 1, published: 1 },
        episode: { count: 1, published: 1 },
      },
      comments: { count: 5, onEpisodes: 4 },
      authors: [{ name: "Awa", hasAccount: true }],
    })
    expect((await states()).posts).toEqual([])
    expect(await storedRows("uploads")).toEqual([])
  })

  test("51.4, 51.5 brings texts, episodes, comments and addresses, and publishes nothing that was not", async () => {
    const { report, state } = await importSite(userId, SITE)
    expect(state).toBe("done")
    const { posts, pages, episodes, comments, rules } = await states()
    expect(posts).toMatchObject([
      {
        title: "Un",
        slug: "un",
        is_published: true,
        author_id: userId,
        content: "Voir [deux](/blog/deux) et [la page](/page/equipe).",
      },
      { title: "Deux", slug: "deux", is_published: false, published_at: null },
      { title: "Trois", slug: "trois", is_published: false },
    ])
    expect(posts[0]?.published_at).toBe("2025-03-04T10:00:00+00:00")
    expect(pages).toMatchObject([{ title: "Équipe", slug: "equipe", is_published: true }])
    expect(episodes).toMatchObject([
      { title: "Minuit", guid: "guid-30", duration_seconds: 600, is_published: true, number: 1 },
    ])
    expect(episodes[0]?.description).toContain("/blog/un")
    const [first, reply, deeper, waiting] = ["Commentaire 1", "Oui", "Commentaire 3", "Commentaire 4"].map(
      (text) => comments.find(({ content }) => content === text),
    )
    expect([first?.status, waiting?.status]).toEqual(["visible", "pending"])
    expect([reply?.parent_id, deeper?.parent_id]).toEqual([first?.id, first?.id])
    expect(rules.map(({ source, target }) => `${source} ${target}`)).toEqual(
      expect.arrayContaining([
        "/2025/03/un /blog/un",
        "/?p=10 /blog/un",
        `/2025/03/minuit /episodes/${episodes[0]?.id}`,
      ]),
    )
    expect(report).toMatchObject({
      targets: {
        post: { created: 3 },
        page: { created: 1 },
        episode: { created: 1 },
        comment: { created: 4, skipped: 1 },
      },
    })
    expect(await storedRows("import_things")).toEqual([])
  })

  test("51.5, 30.1 leads on from the old addresses, with their number, too", async () => {
    await importSite(userId, SITE)
    for (const path of ["/2025/03/un/", "/2025/03/un", "/?p=10", "/?p=10&utm=a"]) {
      const response = await send(path)
      expect([path, response.status, response.headers.get("location")]).toEqual([path, 301, "/blog/un"])
    }
    expect((await send("/?p=999")).status).toBe(200)
  })

  test("51.9 changes nothing when it comes again", async () => {
    await importSite(userId, SITE)
    const before = JSON.stringify(await states())
    const { report } = await importSite(userId, SITE)
    expect(JSON.stringify(await states())).toBe(before)
    expect(Object.values(report?.targets ?? {}).map(({ created, updated }) => created + updated)).toEqual(
      Array.from(IMPORTED_TARGETS, () => 0),
    )
  })

  test("51.9 updates what nobody edited here when it comes again, and leaves the rest", async () => {
    await importSite(userId, SITE)
    await db.execute(sql`update blog_posts set title = 'Mon titre', version = version + 1 where slug = 'un'`)
    await db.execute(sql`delete from custom_pages`)
    const changed = SITE.replace("[CDATA[Un]]", "[CDATA[Un autre]]")
      .replace("[CDATA[Deux]]", "[CDATA[Deux bis]]")
      .replace("[CDATA[Minuit]]", "[CDATA[Minuit et demi]]")
      .replace("[CDATA[Équipe]]", "[CDATA[Équipe bis]]")
    const { report } = await importSite(userId, changed)
    const { posts, pages, episodes } = await states()
    expect(posts.map(({ title }) => title).sort()).toEqual(["Deux bis", "Mon titre", "Trois"])
    expect(episodes.map(({ title }) => title)).toEqual(["Minuit et demi"])
    expect(pages).toEqual([])
    expect(report).toMatchObject({
      targets: {
        post: { updated: 1, edited: 1, unchanged: 1 },
        page: { skipped: 1 },
        episode: { updated: 1 },
      },
    })
    expect(report?.remarks).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ title: "Un autre" }),
        expect.objectContaining({ title: "Équipe bis" }),
      ]),
    )
  })

  test("51.4 knows an episode that a feed brought, or that is here by its title and day, and leaves it as it is", async () => {
    await createEpisode({
      title: "Minuit",
      guid: null,
      description: "À moi",
      publishedAt: new Date("2025-03-04T12:00:00Z"),
    })
    await importSite(userId, SITE)
    const { episodes, comments } = await states()
    expect(episodes).toMatchObject([{ title: "Minuit", guid: "guid-30", description: "À moi" }])
    expect(comments).toHaveLength(4)
  })

  test("51.3 takes only what the host chose, and makes news of a category", async () => {
    const more = '<category domain="category" nicename="actus"><![CDATA[Actus]]></category>'
    const site = wxr([
      { id: 1, more },
      { id: 2 },
      { id: 3, status: "draft" },
      { id: 4, type: "page" },
      EPISODE,
    ])
    await importSite(userId, site, {
      ...{ posts: "none", categories: { actus: "news:event" }, pages: false, episodes: false, drafts: false },
    })
    const { posts, pages, news, episodes, comments } = await states()
    expect([posts, pages, episodes, comments]).toEqual([[], [], [], []])
    expect(news).toMatchObject([
      { title: "Texte 1", category: "event", is_published: true, source: "import" },
    ])
  })

  test("51.7 goes on where it was when it was paused, or its process ended", async () => {
    const id = await sendExports(userId, SITE)
    await workOff()
    await startImport(id, ALL)
    await pauseImport(id)
    await workOff()
    expect((await states()).posts).toEqual([])
    await resumeImport(id)
    const stop = new AbortController()
    stop.abort()
    await workOff(stop.signal)
    await db.execute(sql`update imports set lease = null, leased_until = null`)
    await workOff()
    expect((await findImport(id))?.report?.targets.post.created).toBe(3)
    expect((await states()).posts).toHaveLength(3)
  })

  test("51.8 is taken back, but for what was edited since", async () => {
    const { id } = await importSite(userId, SITE)
    await db.execute(sql`update blog_posts set title = 'Mon titre', version = version + 1 where slug = 'un'`)
    expect(await undoImport(id)).toBe(true)
    await workOff()
    const { posts, pages, episodes, comments, rules } = await states()
    expect(posts).toMatchObject([{ title: "Mon titre" }])
    expect([pages, episodes, comments, rules]).toEqual([[], [], [], []])
    expect(await findImport(id)).toMatchObject({ state: "undone", report: { undone: { kept: 1 } } })
    expect(await undoImport(id)).toBe(false)
    // Brought again, what was taken back is here again.
    const { report } = await importSite(userId, SITE)
    expect(report).toMatchObject({ targets: { post: { created: 2, unchanged: 1 }, episode: { created: 1 } } })
  })

  test("51.8 leaves what visitors wrote here since, with what it stands under", async () => {
    const { id } = await importSite(userId, SITE)
    const [before] = await db.select().from(comments).where(eq(comments.content, "Commentaire 1"))
    const { episodeId = 0, id: parentId = 0 } = before ?? {}
    const written = { episodeId, authorName: "Lou", authorEmail: "lou@cko.test" }
    await db.insert(comments).values({ ...written, parentId, content: "D’accord avec toi" })
    await undoImport(id)
    await workOff()
    const after = await states()
    expect(after.episodes).toMatchObject([{ title: "Minuit" }])
    expect(after.comments.map(({ content }) => content).sort()).toEqual([
      "Commentaire 1",
      "D’accord avec toi",
    ])
    expect(await findImport(id)).toMatchObject({ report: { undone: { kept: 2 } } })
  })

  test("51.4 keeps a slug that is taken for the text that has it", async () => {
    await importSite(
      userId,
      wxr([
        { id: 1, slug: "meme" },
        { id: 2, slug: "meme" },
        { id: 3, slug: "%c3%a9t%c3%a9" },
      ]),
    )
    expect((await states()).posts.map(({ slug }) => slug)).toEqual(["meme", "meme-2", "ete"])
  })

  test("51.4 that is scheduled stays so, and one whose day has passed is a draft", async () => {
    const ahead = { id: 1, status: "future", date: "2100-01-01 10:00:00" }
    const { report } = await importSite(userId, wxr([ahead, { id: 2, status: "future" }]))
    expect((await states()).posts).toMatchObject([{ is_published: true }, { is_published: false }])
    expect(report?.remarks).toHaveLength(1)
  })
})

test("51.6 a text names its pictures where they are, then their copies, and is no other one to a later import", async () => {
  const source = "https://ancien.example/wp-content/nuit.jpg"
  const site = (title: string) => wxr([{ id: 1, title, content: `<img src="${source}" alt="Nuit">` }])
  const { report } = await importSite(userId, site("Un"), { copies: true })
  expect(report?.copies).toBe(1)
  const [copy] = await db.select().from(fileCopies)
  expect(copy).toMatchObject({ part: "text", state: "waiting", source, host: "ancien.example" })
  expect((await states()).posts).toMatchObject([{ content: `![Nuit](${source})` }])
  await db.transaction((tx) => placeInTexts(tx, { id: copy?.id ?? 0, source }, "/media/abc/nuit.jpg"))
  expect((await states()).posts).toMatchObject([{ content: "![Nuit](/media/abc/nuit.jpg)" }])
  await importSite(userId, site("Deux"), { copies: true })
  expect((await states()).posts).toMatchObject([{ title: "Deux" }])
})

test.each([
  ["half a file", SITE.slice(0, 2_000), "s’arrête au milieu"],
  ["a picture", Buffer.from("89504e470d0a1a0a0000", "hex"), "ne reconnaît pas"],
  ["nothing inside", "<rss xmlns:wp='http://wordpress.org/export/1.2/'></rss>", "refaites l’export"],
])("51.1 an import of %s says why nothing came of it", async (_, file, sentence) => {
  const id = await sendExports(userId, file)
  await workOff()
  const found = await findImport(id)
  expect(found).toMatchObject({ state: "failed", failure: expect.stringContaining(sentence) })
  expect(await storedRows("import_things")).toEqual([])
})

test("51.1 two sites are no single import", async () => {
  const id = await sendExports(userId, wxr([{ id: 1 }]), wxr([{ id: 1 }], { site: "https://autre.example" }))
  await workOff()
  expect(await findImport(id)).toMatchObject({
    state: "failed",
    failure: expect.stringContaining("deux sites"),
  })
})
