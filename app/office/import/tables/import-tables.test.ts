import bcrypt from "bcryptjs"
import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { collectPersonalData, erasePersonalData } from "#app/audience/personal-data/personal-data.server.ts"
import { db } from "#app/db/client.server.ts"
import { useDatabase } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import { createUser, openSession, PASSWORD, sendForm, visitAs } from "#test/people.ts"
import { ALL, importSite, sendExports, sendExportsOf, workOff } from "#test/site-imports.ts"
import { findImport, startImport } from "../imports.server.ts"

useDatabase()

let userId = ""
beforeEach(async () => {
  userId = (await createUser("admin", "awa@cko.test")).id
  await db.execute(sql`select setval(pg_get_serial_sequence('episodes', 'id'), 3)`)
})

const csv = (...rows: (string | number)[][]) =>
  rows.map((cells) => cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(",")).join("\n")

const EPISODES = csv(
  [
    "id",
    "title",
    "guest",
    "description",
    "youtube_url",
    "spotify_url",
    "thumbnail_url",
    "is_published",
    "views",
    "published_at",
  ],
  [
    12,
    "Round 12",
    "Nour",
    "Un **texte**.",
    "https://youtu.be/aaaaaaaaaaa",
    "",
    "https://h.example/a.jpg",
    "true",
    1200,
    "2024-03-04T10:00:00+00:00",
  ],
  [
    7,
    "Round 7",
    "Zoé et Léo",
    "<p>Un <em>autre</em>.</p>",
    "",
    "",
    "",
    "false",
    0,
    "2024-01-04T10:00:00+00:00",
  ],
)
const NEWS = JSON.stringify([
  {
    id: 1,
    title: "Concert",
    content: "Ce soir",
    media_type: "video",
    media_url: "https://v.example/x",
    category: "event",
    external_url: null,
    is_published: true,
    published_at: "2024-05-01",
  },
  {
    id: 2,
    title: "Brouillon",
    content: "",
    media_type: "article",
    media_url: null,
    category: "music",
    external_url: "https://a.example",
    is_published: false,
    published_at: null,
  },
])
const POSTS = csv(
  [
    "id",
    "slug",
    "title",
    "excerpt",
    "content",
    "cover_image_url",
    "is_published",
    "published_at",
    "author_id",
  ],
  [3, "mon-article", "Mon article", "Court", "Long\n\ntexte", "", "t", "2023-02-01", "u1"],
)
const COMMENTS = csv(
  ["id", "episode_id", "author_name", "author_email", "content", "created_at"],
  [1, 12, "Awa", "a@b.example", "Bravo !", "2024-03-05"],
  [2, 99, "Bob", "b@b.example", "Perdu", "2024-03-05"],
)

describe("tables of the former backend", () => {
  test("become what they were, under the numbers, addresses and states that they had", async () => {
    const id = await sendExports(userId, EPISODES, NEWS, POSTS, COMMENTS)
    await workOff()
    const found = await findImport(id)
    expect(found?.tables?.map(({ type, rows }) => [type, rows])).toEqual([
      ["episode", 2],
      ["news", 2],
      ["post", 1],
      ["comment", 2],
    ])
    await startImport(id, ALL)
    await workOff()
    const [seven, twelve] = (await storedRows("episodes")).toSorted((a, b) => Number(a.id) - Number(b.id))
    expect(twelve).toMatchObject({
      ...{ id: 12, title: "Round 12", guest: "Nour", description: "Un **texte**.", is_published: true },
      ...{ youtube_url: "https://youtu.be/aaaaaaaaaaa", thumbnail_url: "https://h.example/a.jpg" },
    })
    expect(seven).toMatchObject({
      id: 7,
      guest: "Zoé et Léo",
      description: "Un *autre*.",
      is_published: false,
    })
    expect((await storedRows("episode_counts")).map(({ views }) => views).toSorted()).toEqual([0, 1200])
    expect((await storedRows("news")).toSorted((a, b) => Number(a.id) - Number(b.id))).toMatchObject([
      {
        title: "Concert",
        category: "event",
        media_type: "video",
        media_url: "https://v.example/x",
        is_published: true,
      },
      { title: "Brouillon", category: "music", external_url: "https://a.example", is_published: false },
    ])
    expect(await storedRows("blog_posts")).toMatchObject([
      {
        slug: "mon-article",
        title: "Mon article",
        excerpt: "Court",
        content: "Long\n\ntexte",
        is_published: true,
      },
    ])
    expect(await storedRows("comments")).toMatchObject([
      { episode_id: 12, author_name: "Awa", content: "Bravo !" },
    ])
    // Who is made next is called by the next number.
    const { rows } = await db.execute<{ id: number }>(
      sql`insert into episodes (title) values ('Suivant') returning id`,
    )
    expect(rows[0]?.id).toBeGreaterThan(12)
  })

  test("whose numbers are taken here lead there by their old address", async () => {
    await db.execute(sql`insert into episodes (id, title) overriding system value values (12, 'Un autre')`)
    const id = await sendExportsOf(userId, "https://ancien.example", EPISODES.replace('"12"', '"a1b2-c3"'))
    await workOff()
    await startImport(id, ALL)
    await workOff()
    const [made] = (await storedRows("episodes")).filter(({ title }) => title === "Round 12")
    expect(await storedRows("redirects")).toMatchObject([
      { source: "/episodes/a1b2-c3", target: `/episodes/${made?.id}` },
    ])
  })

  test("bring likes, and accounts where the host wants them, whose owners sign in by the password of there", async () => {
    const awa = "6f1c2a4e-0000-4000-8000-000000000001"
    const tables = [
      csv(
        ["id", "episode_id", "session_id"],
        [1, 12, "session_1_a"],
        [2, 12, "session_1_a"],
        [3, 12, "session_2_b"],
        [4, 99, "x"],
      ),
      csv(
        ["id", "email", "encrypted_password"],
        [awa, "Nour@CKO.test", await bcrypt.hash(PASSWORD, 4)],
        ["u2", "no address", ""],
        ["u3", "awa@cko.test", ""],
      ),
      csv(["user_id", "role"], [awa, "moderator"], ["u3", "admin"]),
      csv(
        ["user_id", "first_name", "last_name", "birth_date", "country"],
        [awa, "Nour", "Diallo", "1990-12-31", "France"],
      ),
      csv(
        ["id", "slug", "title", "content", "is_published", "author_id"],
        [1, "de-nour", "De Nour", "Texte", "true", awa],
      ),
    ]
    const id = await sendExports(userId, EPISODES, ...tables)
    await workOff()
    expect((await findImport(id))?.findings?.accounts).toEqual({ user: 1, moderator: 1, admin: 0 })
    await startImport(id, { ...ALL, accounts: true })
    await workOff()
    expect((await storedRows("users")).map(({ email, role }) => [email, role]).toSorted()).toEqual([
      ["awa@cko.test", "admin"],
      ["nour@cko.test", "moderator"],
    ])
    const people = await storedRows("profiles")
    expect(people).toContainEqual(
      expect.objectContaining({ first_name: "Nour", birth_date: "1990-12-31", country: "France" }),
    )
    const [post] = await storedRows("blog_posts")
    expect((await storedRows("users")).find(({ id: one }) => one === post?.author_id)?.email).toBe(
      "nour@cko.test",
    )
    const signedIn = await sendForm("/auth", { email: "nour@cko.test", password: PASSWORD })
    expect(signedIn.status).toBe(302)
    const { report } = (await findImport(id)) ?? {}
    expect(report).toMatchObject({ accounts: 1, remarks: [{ title: "no address" }] })
    expect(await storedRows("likes")).toHaveLength(2)
    expect((await storedRows("episode_counts")).map(({ likes }) => likes).toSorted()).toEqual([0, 2])
  })

  test("make no account where the host does not ask for it", async () => {
    await importSite(userId, csv(["id", "email", "encrypted_password"], ["u1", "b@cko.test", "x"]))
    expect(await storedRows("users")).toHaveLength(1)
  })

  test("hold nothing of a person any more who asked to be forgotten while they wait", async () => {
    const id = await sendExports(userId, COMMENTS)
    await workOff()
    expect(await collectPersonalData("a@b.example")).toMatchObject({
      imports: [{ kind: "row" }, { kind: "comment" }],
    })
    await erasePersonalData("a@b.example", userId)
    expect(JSON.stringify(await storedRows("import_things"))).not.toContain("a@b.example")
    expect(JSON.stringify(await findImport(id))).not.toContain("a@b.example")
  })

  test("come again without a change, also where their rows stand in another order", async () => {
    await importSite(userId, EPISODES)
    const [head, first, second] = EPISODES.split("\n")
    const { report } = await importSite(userId, [head, second, first].join("\n"))
    expect(report?.targets.episode).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
    expect(await storedRows("episodes")).toHaveLength(2)
  })
})

describe("any table", () => {
  const SHEET = "Thème;Quoi;Quand;Qui\nRap;Le premier;03/02/2024;Nour\nJazz;Le second;;Zoé"

  test("whose columns nobody knows waits until the host says them, which is remembered for the next one", async () => {
    const cookie = await openSession({ id: userId })
    const id = await sendExports(userId, SHEET)
    await workOff()
    const path = `/admin/import/${id}`
    const page = await visitAs(cookie, path)
    expect(page.get("main").text).toContain("Le tableau")
    expect(page.get("select", { name: "type-0" }).text).toContain("Rien qui vienne ici")
    expect((await findImport(id))?.tables?.[0]?.type).toBe("none")
    await sendForm(path, { intent: "tables", id: String(id), "type-0": "episode" }, { cookie })
    await workOff()
    expect((await visitAs(cookie, path)).get("main").text).toContain("Rien de ce tableau ne vient sans")
    const columns = {
      "column-0-title": "1",
      "column-0-at": "2",
      "column-0-guest": "3",
      "column-0-views": "99",
    }
    await sendForm(path, { intent: "tables", id: String(id), "type-0": "episode", ...columns }, { cookie })
    await workOff()
    const found = await findImport(id)
    expect(found?.tables?.[0]?.columns).toEqual({ title: 1, at: 2, guest: 3 })
    expect(found?.findings?.texts.episode).toMatchObject({ count: 2, published: 1 })
    await startImport(id, ALL)
    await workOff()
    expect(
      (await storedRows("episodes"))
        .map(({ title, guest, is_published }) => [title, guest, is_published])
        .toSorted(),
    ).toEqual([
      ["Le premier", "Nour", true],
      ["Le second", "Zoé", false],
    ])
    const next = await sendExports(userId, SHEET.replace("Le second", "Le dernier"))
    await workOff()
    expect((await findImport(next))?.tables?.[0]).toMatchObject({
      type: "episode",
      columns: { title: 1, at: 2, guest: 3 },
    })
  })

  test.each(["utf8", "utf16le", "latin1"] as const)("with « É » and « À » comes, as %s", async (encoding) => {
    const mark = encoding === "utf16le" ? "\ufeff" : ""
    const file = Buffer.from(`${mark}Titre;Texte;État\nÀ l’École;Où ça;brouillon`.replace("’", "'"), encoding)
    const id = await sendExports(userId, file)
    await workOff()
    expect((await findImport(id))?.tables).toMatchObject([{ type: "post", rows: 1 }])
    await startImport(id, ALL)
    await workOff()
    expect(await storedRows("blog_posts")).toMatchObject([{ title: "À l'École", content: "Où ça" }])
  })

  test("is read as something else once the host says so, and nothing of the first reading stays", async () => {
    const cookie = await openSession({ id: userId })
    const id = await sendExports(userId, "Titre,Texte,Date\nUn,Deux,2024-01-02")
    await workOff()
    expect((await findImport(id))?.findings?.texts.post.count).toBe(1)
    await sendForm(`/admin/import/${id}`, { intent: "tables", id: String(id), "type-0": "news" }, { cookie })
    await workOff()
    const texts = (await findImport(id))?.findings?.texts
    expect([texts?.post.count, texts?.news.count]).toEqual([0, 1])
  })

  test.each([
    ["without an end", 'Titre,Texte\nUn,"jamais fermé', "guillemet"],
    ["of a list that ends in the middle", '[{"title":"Un"},{"title":', "s’arrête au milieu"],
    ["of nothing but a head", "Titre,Texte\n", ""],
    ["of a list of numbers", "[1,2,3]", ""],
    [
      "with keys that objects have",
      '[{"title":"Un","__proto__":{"x":1},"constructor":"y","content":"z"}]',
      "",
    ],
    ["with 100,000 letters in a title", `title,content\n${"x".repeat(100_000)},y`, ""],
  ])("%s ends in a sentence, or comes as far as it says something", async (_what, file, said) => {
    const id = await sendExports(userId, file)
    await workOff()
    const found = await findImport(id)
    expect(found?.failure ?? "").toContain(said)
    expect(found?.state).toBe(said ? "failed" : "read")
  })
})
