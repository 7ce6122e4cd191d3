import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { useDataFolder } from "#test/data-folder.ts"
import { useDatabase } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import { createUser } from "#test/people.ts"
import { ALL, importSite, sendExports, workOff, wxr } from "#test/site-imports.ts"
import { startImport } from "./imports.server.ts"

useDatabase()
useDataFolder()
let userId = ""
beforeEach(async () => {
  userId = (await createUser("admin", "awa@cko.test")).id
})

const meta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`
const sound = (number: number, values: Record<string, string> = {}) =>
  Object.entries({ audio_file: `https://ancien.example/${number}.mp3`, ...values })
    .map(([key, value]) => meta(key, value))
    .join("")
const comment = (id: number, parent = 0, content = `Commentaire ${id}`) => `<wp:comment>
<wp:comment_id>${id}</wp:comment_id><wp:comment_author>Sam</wp:comment_author><wp:comment_author_email>sam@a.example</wp:comment_author_email>
<wp:comment_date_gmt>2025-03-05 10:00:00</wp:comment_date_gmt><wp:comment_content>${content}</wp:comment_content>
<wp:comment_approved>1</wp:comment_approved><wp:comment_parent>${parent}</wp:comment_parent></wp:comment>`
const category = (nicename: string) =>
  `<category domain="category" nicename="${nicename}"><![CDATA[${nicename.slice(0, 50)}]]></category>`

describe("no single thing stops an import", () => {
  test("of what comes twice the first stays: texts, comments, authors", async () => {
    const author = `<wp:author><wp:author_login>awa</wp:author_login></wp:author>`
    const site = wxr(
      [
        { id: 1, title: "Premier" },
        { id: 1, title: "Second" },
        { id: 2, more: sound(2) + comment(1, 0, "Le premier") + comment(1, 0, "Le second") },
      ],
      { head: author + author },
    )
    expect((await importSite(userId, site)).state).toBe("done")
    expect(await storedRows("blog_posts")).toMatchObject([{ title: "Premier" }])
    expect(await storedRows("comments")).toMatchObject([{ content: "Le premier" }])
  })

  test("episodes without a GUID, with one of thousands of letters, or with that of another one are episodes, the next time too", async () => {
    const guid = (text: string) => `<guid>${text}</guid>`
    const site = wxr([
      ...["meme", "meme", "x".repeat(5_000)].map((text, index) => ({
        id: index + 1,
        more: sound(index, { ssp_guid: text }),
      })),
      { id: 9, type: "podcast", more: guid("") },
    ]).replaceAll(/<guid isPermaLink.*?<\/guid>/g, "")
    await importSite(userId, site)
    const guids = async () => (await storedRows("episodes")).map(({ guid: own }) => own)
    const before = await guids()
    expect(before.sort()).toEqual(
      ["2", "3", "9"].map((id) => `https://ancien.example/#import-${id}`).concat("meme"),
    )
    const { report } = await importSite(userId, site)
    expect(report?.targets.episode).toMatchObject({ created: 0, updated: 0, unchanged: 4 })
  })

  test.each(["0", "-1", "1.5", "2147483648", "999999999999999", "1e300", "NaN"])(
    "an episode with the number %s comes",
    async (number) => {
      const values = ["itunes_season_number", "itunes_episode_number", "filesize_raw", "duration"]
      const more = sound(1, Object.fromEntries(values.map((name) => [name, number])))
      const { state } = await importSite(userId, wxr([{ id: 1, more }]))
      expect(state).toBe("done")
      expect(await storedRows("episodes")).toMatchObject([{ title: "Texte 1" }])
    },
  )

  test.each(["0000-00-00 00:00:00", "-0044-03-15 10:00:00", "275760-09-13 00:00:00", "9999-12-31 23:59:59"])(
    "a text and an episode of %s come",
    async (date) => {
      const { state } = await importSite(
        userId,
        wxr([
          { id: 1, date },
          { id: 2, date, more: sound(2) },
        ]),
      )
      expect(state).toBe("done")
      expect(await storedRows("blog_posts")).toHaveLength(1)
      expect(await storedRows("episodes")).toHaveLength(1)
    },
  )

  test("comments that reply to themselves, in a circle, to nothing, or to one on another text, are there", async () => {
    const here = [comment(1, 1), comment(2, 4), comment(3, 2), comment(4, 3), comment(5, 77), comment(6, 8)]
    const site = wxr([
      { id: 1, more: sound(1) + here.join("") },
      { id: 2, more: sound(2) + comment(8) },
    ])
    const { report, state } = await importSite(userId, site)
    expect(state).toBe("done")
    expect(report?.targets.comment).toMatchObject({ created: 7 })
    const rows = await storedRows("comments")
    expect(rows.map(({ parent_id: parent }) => parent)).toEqual(rows.map(() => null))
  })

  test("replies that come before what they reply to stand in its thread, however deep", async () => {
    const chain = Array.from({ length: 20 }, (_, index) => comment(20 - index, 19 - index))
    await importSite(userId, wxr([{ id: 1, more: sound(1) + chain.join("") }]))
    const rows = await storedRows("comments")
    const first = rows.find(({ content }) => content === "Commentaire 1")
    expect(rows.filter(({ parent_id: parent }) => parent === first?.id)).toHaveLength(19)
  })

  test("addresses with %00, broken percent and half letters, and names of JavaScript's own, are nothing special", async () => {
    const names = ["constructor", "__proto__", "toString", "hasOwnProperty"]
    const site = wxr([
      { id: 1, slug: "%00a%zz%ff", more: category("%00") + names.map(category).join("") },
      { id: 2, slug: "&#xd800;b", title: "Demi &#xdfff;", more: category("é".repeat(400)) },
      { id: 3, more: names.map((name) => meta("_wp_old_slug", `%00${name}`)).join("") },
    ])
    const { state } = await importSite(userId, site)
    expect(state).toBe("done")
    expect(await storedRows("blog_posts")).toHaveLength(3)
  })

  test("a choice for a category called __proto__ holds, and no other one is taken for a choice", async () => {
    const id = await sendExports(
      userId,
      wxr(["constructor", "__proto__"].map((name, index) => ({ id: index + 1, more: category(name) }))),
    )
    await workOff()
    const categories = JSON.parse('{ "__proto__": "news:event" }')
    await startImport(id, { ...ALL, categories })
    await workOff()
    expect(await storedRows("blog_posts")).toMatchObject([{ title: "Texte 1" }])
    expect(await storedRows("news")).toMatchObject([{ title: "Texte 2" }])
  })

  test("a slug and a title without end, and thousands of categories and addresses, are cut, and told", async () => {
    const many = Array.from({ length: 400 }, (_, index) => index)
    const links = many.map((index) => `https://ancien.example/?p=1#${index}`).join(" ")
    const { state } = await importSite(
      userId,
      wxr([
        { id: 1, slug: "a".repeat(100_000), title: "b".repeat(100_000), content: links },
        { id: 2, more: many.map((index) => category(`c${index}`)).join("") },
      ]),
    )
    expect(state).toBe("done")
    const posts = await storedRows("blog_posts")
    expect(posts.map(({ slug }) => String(slug).length)).toEqual([192, 7])
    expect(posts[0]?.content).toContain(`/blog/${"a".repeat(192)}#399`)
    const [shown] = await storedRows("imports")
    expect(JSON.stringify(shown?.findings)).toContain("ce qui dépasse 100")
  })

  test("what the database refuses is left out alone, told, and done", async () => {
    const names = ["blog_posts", "episodes"]
    for (const name of names)
      await db.execute(
        sql`alter table ${sql.identifier(name)} add constraint no_poison check (title <> 'Poison')`,
      )
    await db.execute(sql`alter table comments add constraint no_poison check (content <> 'Poison')`)
    const texts = [1, 2, 3, 4, 5, 6, 7].map((id) => ({ id, title: id === 5 ? "Poison" : `Texte ${id}` }))
    const episodes = texts.map(({ id, title }) => ({
      ...{ id: id + 10, title },
      more: sound(id) + comment(id, 0, title),
    }))
    const { report, state } = await importSite(userId, wxr([...texts, ...episodes]))
    expect(state).toBe("done")
    expect(report?.targets).toMatchObject({
      post: { created: 6, skipped: 1 },
      episode: { created: 6, skipped: 1 },
      comment: { created: 6, skipped: 1 },
    })
    const told = { title: "Poison", reason: "n’a pas pu être écrit" }
    expect(report?.remarks).toEqual([told, told])
    expect(await storedRows("import_things")).toEqual([])
  })
})
