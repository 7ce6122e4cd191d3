import { sql } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { revisions } from "#app/db/schema/drafts.server.ts"
import { importItems } from "#app/podcast/feeds-in/import.server.ts"
import { serializeItem } from "#app/podcast/feeds-in/serialized-item.ts"
import { openTestDatabase, withoutTable } from "#test/database.ts"
import { createEpisode, createPost, emptyContents } from "#test/factories.ts"
import { createFeedItem } from "#test/feed-items.ts"
import { createUser, filledForm, openSession, saveForm, sendForm, visitAs } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"

const AWA = "awa@cko.test"
let cookie = ""

beforeAll(openTestDatabase)
beforeAll(async () => {
  cookie = await openSession(await createUser("admin", AWA))
})
beforeEach(emptyContents)

const PATH = "/admin/blog"
const send = (fields: Record<string, string>, path = PATH) => sendForm(path, fields, { cookie })
const form = async (address: string) => filledForm(saveForm(await visitAs(cookie, address)))
/** The oldest first. */
const versions = () => db.select().from(revisions).orderBy(revisions.id)
const POST = { intent: "save", title: "Un", slug: "un", content: "Premier texte" }
const edit = async (fields: Record<string, string>) => {
  const saved = await send({ ...(await form(`${PATH}/1`)), ...fields })
  expect(saved.status).toBe(302)
}

describe("versions", () => {
  test("18.8 are what each save made of an item, with who saved it", async () => {
    await send(POST)
    await edit({ title: "Deux" })
    expect(await versions()).toMatchObject([
      { kind: "post", itemId: 1, title: "Un", values: { title: "Un", slug: "un", content: "Premier texte" } },
      { title: "Deux", values: { title: "Deux" } },
    ])
    const shown = await visitAs(cookie, `${PATH}/1`)
    expect(shown.get("ol", { class: "version-list" }).text).toMatch(
      new RegExp(`Version actuelle · ${AWA}.+${AWA}`),
    )
  })

  test("begin with the state that an item had before there were any", async () => {
    await createPost({ title: "Ancien", slug: "ancien", content: "A" })
    await edit({ title: "Nouveau" })
    expect(await versions()).toMatchObject([
      { title: "Ancien", savedBy: null, values: { content: "A" } },
      { title: "Nouveau", savedBy: expect.any(String) },
    ])
  })

  test("are made by clicks in the list too, and not by clicks that change nothing", async () => {
    await createPost({ isPublished: false, publishedAt: null })
    for (const intent of ["publish", "publish", "unpublish"]) await send({ intent, id: "1" })
    expect((await versions()).map(({ values }) => values.isPublished)).toEqual([undefined, "on", undefined])
  })

  test("keep what an import overwrites, and what it made of it", async () => {
    for (const description of ["Avant", "Après"])
      await importItems([serializeItem(createFeedItem(1, { description }))])
    expect((await versions()).map(({ values }) => values.description)).toEqual(["Avant", "Après"])
  })

  test("are the last thirty", async () => {
    await send(POST)
    for (let count = 1; count <= 32; count += 1) await edit({ title: `Titre ${count}` })
    const titles = (await versions()).map(({ title }) => title)
    expect([titles.length, titles[0], titles.at(-1)]).toEqual([30, "Titre 3", "Titre 32"])
  })

  test("are not made where nothing was saved, and nothing is saved without them", async () => {
    await send(POST)
    expect((await send({ ...POST, id: "1", version: "9" })).status).toBe(409)
    expect((await send({ ...POST, title: "" })).status).toBe(400)
    expect(await versions()).toHaveLength(1)
    const now = await form(`${PATH}/1`)
    const failed = await withoutTable("revisions", () => send({ ...now, title: "Perdu" }))
    expect(failed.status).toBe(500)
    takeLoggedErrors()
    const { rows } = await db.execute(sql`select title from blog_posts`)
    expect(rows).toEqual([{ title: "Un" }])
  })

  test("are compared with what is there now, and fill the form to be saved anew", async () => {
    await send(POST)
    await edit({ content: "Second texte", isPublished: "on" })
    const compared = await visitAs(cookie, `${PATH}/1?compare=1`)
    const section = compared.get("section", { "aria-label": "Comparaison" })
    expect(section.all("del").map(({ text }) => text)).toEqual(["Premier", "non"])
    expect(section.all("ins").map(({ text }) => text)).toEqual(["Second", "oui"])
    const old = await form(`${PATH}/1?version=1`)
    // What is published stays so.
    expect(old).toMatchObject({ id: "1", version: "2", content: "Premier texte", isPublished: "on" })
    expect((await send(old)).status).toBe(302)
    expect((await versions()).map(({ values }) => values.content)).toEqual([
      "Premier texte",
      "Second texte",
      "Premier texte",
    ])
  })

  test("of an episode leave its views as they are counted", async () => {
    await createEpisode({ title: "Un", guest: "Awa" })
    await send({ ...(await form("/admin/episodes/1")), title: "Deux" }, "/admin/episodes")
    await db.execute(sql`update episode_counts set views = 7`)
    const old = await form("/admin/episodes/1?version=1")
    expect(old).toMatchObject({ title: "Un", views: "7", viewsBefore: "7" })
  })

  test("of an episode name its people as its form does, so that saving it again makes none", async () => {
    const path = "/admin/episodes"
    await send({ intent: "save", title: "Duo", people: "Awa\nSam" }, path)
    await send(await form(`${path}/1`), path)
    await send({ ...(await form(`${path}/1`)), people: "Sam [sam]" }, path)
    expect((await versions()).map(({ values }) => values.people)).toEqual([
      "Awa [awa]\nSam [sam]",
      "Sam [sam]",
    ])
    const old = await form(`${path}/1?version=1`)
    await send(old, path)
    expect((await form(`${path}/1`)).people).toBe("Awa [awa]\r\nSam [sam]")
  })

  test("of one item are not another one's", async () => {
    await send(POST)
    await send({ ...POST, slug: "deux" })
    expect((await visitAs(cookie, `${PATH}/2?version=1`)).status).toBe(404)
    expect((await visitAs(cookie, `${PATH}/2?compare=1`)).status).toBe(404)
  })
})
