import { sql } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import type { Right } from "#app/kit/lib/rights.ts"
import { mediaAddress } from "#app/kit/lib/media.ts"
import { send } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import {
  createEpisode,
  createMedium,
  createNews,
  createPage,
  createPost,
  storedRows,
} from "#test/factories.ts"
import { createUser, filledForm, openSession, readPage, saveForm, sendForm, visitAs } from "#test/people.ts"

useDatabase()

async function join(name: string, rights: Right[]) {
  const { id } = await createUser("moderator", `${name.toLowerCase()}@cko.test`, rights)
  await db.execute(sql`insert into profiles (user_id, display_name) values (${id}, ${name})`)
  return { id, cookie: await openSession({ id }) }
}
async function joinAsAdmin() {
  const { id } = await createUser("admin", "awa@cko.test")
  await db.execute(sql`insert into profiles (user_id, display_name) values (${id}, 'Awa')`)
  return { id, cookie: await openSession({ id }) }
}

const POST = { intent: "save", title: "Mon article", slug: "mon-article", content: "Texte" }
const linesIn = async (cookie: string) =>
  (await visitAs(cookie, "/admin"))
    .all("section")
    .filter(({ text }) => text.startsWith("À traiter"))
    .flatMap((strip) => strip.all("a").map(({ text, attributes }) => [text, attributes.href]))
const aside = async (cookie: string, path: string) =>
  (await visitAs(cookie, path)).get("section", { "aria-label": "Enregistrer" })

describe("who writes without publishing", () => {
  test("18.9 sends a draft for review, which those who may publish find, publish, and no longer find", async () => {
    const admin = await joinAsAdmin()
    const lea = await join("Léa", ["write"])
    const sam = await join("Sam", ["write", "write-all", "publish"])
    const saved = await sendForm("/admin/blog/new", { ...POST, review: "on" }, { cookie: lea.cookie })
    expect([saved.status, saved.headers.get("location")]).toEqual([302, "/admin/blog/1"])
    expect(await storedRows("blog_posts")).toMatchObject([
      { is_published: false, author_id: lea.id, review_asked_at: expect.anything() },
    ])
    for (const { cookie } of [admin, sam])
      expect(await linesIn(cookie)).toContainEqual([
        "À traiter : Un article attend votre relecture",
        "/admin/blog?etat=relecture",
      ])
    expect(await linesIn(lea.cookie)).toEqual([])
    expect((await visitAs(sam.cookie, "/admin/blog?etat=relecture")).text).toContain("À relire")
    expect((await aside(sam.cookie, "/admin/blog/1")).text).toContain("Envoyé pour relecture")

    const form = filledForm(saveForm(await visitAs(sam.cookie, "/admin/blog/1")))
    await sendForm("/admin/blog/1", { ...form, isPublished: "on" }, { cookie: sam.cookie })
    expect(await storedRows("blog_posts")).toMatchObject([
      { is_published: true, author_id: lea.id, review_asked_at: null },
    ])
    expect(await linesIn(admin.cookie)).not.toContainEqual(
      expect.arrayContaining(["/admin/blog?etat=relecture"]),
    )
    const [asked, published] = (
      await db.execute<{ action: string; actor: string }>(
        sql`select action, actor from audit_log where action in ('ask-review', 'update') and kind = 'post' order by id`,
      )
    ).rows
    expect([asked, published]).toEqual([
      { action: "ask-review", actor: "léa@cko.test" },
      { action: "update", actor: "sam@cko.test" },
    ])
  })

  test("takes it back, or gets it back", async () => {
    const lea = await join("Léa", ["write"])
    const sam = await join("Sam", ["write", "write-all", "publish"])
    for (const { cookie } of [lea, sam]) {
      await db.execute(sql`delete from blog_posts`)
      await sendForm("/admin/blog/new", { ...POST, review: "on" }, { cookie: lea.cookie })
      const { rows } = await db.execute<{ id: number }>(sql`select id from blog_posts`)
      const id = rows[0]?.id ?? 0
      const ended = await sendForm(`/admin/blog/${id}`, { intent: "end-review", id: String(id) }, { cookie })
      expect(ended.status).toBe(200)
      expect(await storedRows("blog_posts")).toMatchObject([{ review_asked_at: null }])
    }
  })

  test("14.6 sees buttons for what they may do only, on the page and in the list", async () => {
    const lea = await join("Léa", ["write"])
    await sendForm("/admin/blog/new", POST, { cookie: lea.cookie })
    const buttons = (await visitAs(lea.cookie, "/admin/blog/1")).all("button", { form: "champs" })
    expect(buttons.map(({ text, attributes }) => [text, attributes.name])).toEqual([
      ["Envoyer pour relecture", "review"],
      ["Enregistrer le brouillon", undefined],
    ])
    const list = await visitAs(lea.cookie, "/admin/blog")
    expect(list.get("main").text).not.toMatch(
      /Dépublier|Publier l|Supprimer|Historique|Corbeille|Écrire une lettre/,
    )
    await db.execute(sql`update blog_posts set is_published = true, published_at = now()`)
    const shown = await visitAs(lea.cookie, "/admin/blog/1")
    expect(shown.all("button", { form: "champs" })).toEqual([])
    expect(shown.text).toContain("En ligne")
  })

  test("keeps what was typed where somebody published it meanwhile", async () => {
    const lea = await join("Léa", ["write"])
    await joinAsAdmin()
    await sendForm("/admin/blog/new", POST, { cookie: lea.cookie })
    await db.execute(sql`update blog_posts set is_published = true, published_at = now()`)
    const typed = { ...POST, id: "1", version: "1", title: "Mon autre titre" }
    const refused = await sendForm("/admin/blog/1", typed, { cookie: lea.cookie })
    expect(refused.status).toBe(403)
    const page = await readPage(refused)
    expect(page.text).toContain("Il vous manque le droit «\u00a0Publier\u00a0».")
    expect(page.text).toContain("Awa")
    expect(page.html).toContain("Mon autre titre")
    // However the number is written.
    for (const id of ["01", " 1", "1.0", "0x1", "1e0"]) {
      const { status } = await sendForm("/admin/blog/1", { ...typed, id }, { cookie: lea.cookie })
      expect([id, status]).toEqual([id, 404])
    }
    expect(await storedRows("blog_posts")).toMatchObject([{ title: "Mon article" }])
  })
})

describe("who writes their own only", () => {
  test("finds nothing of the others, in lists, tables, searches and addresses", async () => {
    const lea = await join("Léa", ["write"])
    await createEpisode({ title: "Secret épisode", isPublished: false })
    await createNews({ title: "Secret news", isPublished: false, publishedAt: null })
    await createPost({ title: "Secret article", slug: "secret", isPublished: false, publishedAt: null })
    await createPage({ title: "Secret page", slug: "secret", isPublished: false })
    await createMedium({ title: "secret.png" })
    for (const path of [
      ...["/admin", "/admin/episodes", "/admin/news", "/admin/blog", "/admin/pages", "/admin/media"],
      ...["/admin/episodes.csv", "/admin/search?q=secret", "/admin/search/results?q=secret"],
      ...["/admin/media/choices", "/blog/secret", "/page/secret", "/episodes/1", "/admin/media/copy?id=1"],
      ...["/admin/episodes/new?copy=1", "/admin/news/new?media=1", "/admin/blog?edit=1", "/admin/media/1"],
    ]) {
      const response = await send(path, { headers: { cookie: lea.cookie } })
      expect([path, (await response.text()).replaceAll(/q=secret|value="secret"/g, "")]).toEqual([
        path,
        expect.not.stringMatching(/secret[ .]|Secret/),
      ])
    }
    const draft = { intent: "keep", kind: "post", item: "1", basedOn: "1", id: "", version: "", values: "{}" }
    expect((await sendForm("/admin/drafts", draft, { cookie: lea.cookie })).status).toBe(400)
  })

  test.each([
    ["/admin", "épisodes", "ceux"],
    ["/admin/news", "actualités", "celles"],
  ])("14.6 reads above the list of %s why it is short", async (path, many, those) => {
    const text = `Vous voyez ici vos ${many} seulement\u202f; le droit «\u00a0Écrire partout\u00a0», qu’un administrateur peut donner, ouvre ${those} des autres.`
    const lea = await join("Léa", ["write", "publish"])
    const sam = await join("Sam", ["write", "write-all"])
    expect((await visitAs(lea.cookie, path)).get("main").text).toContain(text)
    expect((await visitAs(sam.cookie, path)).get("main").text).not.toContain("seulement")
  })

  test("changes nothing of another's medium, by whatever page of their own", async () => {
    const lea = await join("Léa", ["write", "publish"])
    const own = await createMedium({ title: "mien.png", createdBy: lea.id })
    const other = await createMedium({ title: "autre.png" })
    const attempts: Record<string, string>[] = [
      { intent: "save", id: String(other.id), version: "1", title: "pris.png", alt: "Pris" },
      { intent: "delete-used", id: String(other.id) },
      { intent: "delete", ids: String(other.id) },
      { intent: "replace", id: String(other.id), address: mediaAddress(own.key, own.title) },
    ]
    for (const fields of attempts) {
      const { status } = await sendForm(`/admin/media/${own.id}`, fields, { cookie: lea.cookie })
      expect([fields.intent, status]).toEqual([fields.intent, 404])
    }
    const [, untouched] = await storedRows("media")
    expect(untouched).toMatchObject({ title: "autre.png", alt: "", version: 1 })
  })

  test("sees their own draft as visitors will, and nobody else does", async () => {
    const lea = await join("Léa", ["write"])
    const bob = await join("Bob", ["write"])
    await sendForm("/admin/blog/new", POST, { cookie: lea.cookie })
    const see = async (cookie: string) => (await send("/blog/mon-article", { headers: { cookie } })).status
    expect([await see(lea.cookie), await see(bob.cookie), await see("")]).toEqual([200, 404, 404])
  })
})

describe("an author", () => {
  test("18.9 signs an article by the name that they chose, and an admin gives it to another", async () => {
    const admin = await joinAsAdmin()
    const lea = await join("Léa", ["write", "publish"])
    await sendForm("/admin/blog/new", { ...POST, isPublished: "on" }, { cookie: lea.cookie })
    const shown = async () => (await readPage(await send("/blog/mon-article"))).get("article").text
    expect(await shown()).toContain("Par Léa · ")
    expect(await (await send("/blog.xml")).text()).toContain("<dc:creator>Léa</dc:creator>")
    const give = (author: string, cookie: string) =>
      sendForm("/admin/blog/1", { intent: "author", id: "1", author }, { cookie })
    expect((await give(admin.id, lea.cookie)).status).toBe(403)
    expect((await give("nobody", admin.cookie)).status).toBe(404)
    expect((await give(admin.id, admin.cookie)).status).toBe(200)
    expect(await shown()).toContain("Par Awa · ")
    const profile = { intent: "profile", firstName: "", lastName: "", birthDate: "", country: "" }
    await sendForm("/admin/settings", { ...profile, displayName: "Awa Diop" }, { cookie: admin.cookie })
    expect(await shown()).toContain("Par Awa Diop · ")
    await sendForm("/admin/settings", { ...profile, displayName: "" }, { cookie: admin.cookie })
    expect(await shown()).not.toContain("Par ")
  })
})

test("a letter begins with what is public, and with a draft only for who may read it", async () => {
  const lea = await join("Léa", ["letters"])
  const awa = await join("Awa", ["letters", "write"])
  const draft = await createEpisode({ title: "Le secret", isPublished: false, authorId: awa.id })
  const shown = await createEpisode({ title: "Le trac" })
  const begin = async (cookie: string, id: number) => visitAs(cookie, `/admin/letters/new?episode=${id}`)
  expect((await begin(lea.cookie, shown.id)).html).toContain("Le trac")
  const refused = await begin(lea.cookie, draft.id)
  expect([refused.status, refused.html.includes("Le secret")]).toEqual([404, false])
  expect((await begin(awa.cookie, draft.id)).html).toContain("Le secret")
})

test("who may write to subscribers has letters, and begins there; who may nothing is told so", async () => {
  const lea = await join("Léa", ["letters"])
  const begins = await send("/admin", { headers: { cookie: lea.cookie } })
  expect(begins.headers.get("location")).toBe("/admin/letters")
  const page = await visitAs(lea.cookie, "/admin/letters")
  const entries = page
    .get("nav", { id: "administration" })
    .all("a")
    .map(({ text }) => text)
  expect(entries).toEqual(["Newsletter", "Paramètres"])
  const saved = await sendForm(
    "/admin/letters",
    { intent: "save", title: "Bonjour", topic: "letters" },
    { cookie: lea.cookie },
  )
  expect(saved.status).toBe(302)
  const bob = await join("Bob", [])
  expect((await visitAs(bob.cookie, "/admin")).status).toBe(403)
})
