import { sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { send } from "#test/app.ts"
import { useDatabase, withoutTable } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import { type Part, visit } from "#test/html.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { createComment } from "#test/visitors.ts"

useDatabase()
beforeEach(async () => {
  await createEpisode({ title: "Le poids des mots" })
})

const PATH = "/episodes/1"
const list = (page: Part) => page.get("div", { id: "derniers-commentaires" })
const articles = (page: Part) => list(page).all("article")
/** But for the one by which each is replied to. */
const linksIn = (part: Part) => part.all("a").filter(({ text }) => !text.startsWith("Répondre à "))
const contents = (page: Part) => articles(page).map((article) => article.get("p").text)
const createMany = (count: number, at = "2026-03-04T12:00Z") =>
  db.execute(sql`insert into comments (episode_id, author_name, author_email, content, created_at)
    select 1, 'Awa', 'awa@secret.test', 'Un commentaire, le ' || n, ${at}::timestamptz
    from generate_series(1, ${count}::int) n`)

/** What each page shows, from the newest on, as one gets there by the links. */
async function walk(path: string) {
  const pages: string[][] = []
  for (let next: string | undefined = path; next && pages.length < 10;) {
    const page = await visit(next)
    expect(page.status).toBe(200)
    pages.push(contents(page))
    next = list(page)
      .all("a")
      .find(({ text }) => text === "Commentaires plus anciens")?.attributes.href
  }
  return pages
}

test("8.4 the comments of an episode are there newest first, with their names and dates", async () => {
  await createComment(1, {
    authorName: "Awa",
    content: "Le premier commentaire",
    createdAt: new Date("2026-01-14T23:00Z"),
  })
  await createComment(1, {
    authorName: "Bob",
    content: "Le deuxième commentaire",
    createdAt: new Date("2026-02-01T12:00Z"),
  })
  const page = await visit(PATH)
  const shown = articles(page).map((article) => [
    article.get("h3").text,
    article.get("time").text,
    article.get("time").attributes.datetime,
    article.get("p").text,
  ])
  expect(shown).toEqual([
    ["Bob", "1er février 2026", "2026-02-01T12:00:00.000Z", "Le deuxième commentaire"],
    ["Awa", "15 janvier 2026", "2026-01-14T23:00:00.000Z", "Le premier commentaire"],
  ])
  expect(page.get("h2", { id: "titre-commentaires" }).text).toBe("Commentaires 2")
})

test.each([
  "<script>alert(1)</script>",
  "<b>gras</b> <img src=x onerror=alert(1)>",
  "</script><script>alert(1)</script>",
  "**pas du Markdown** [x](y)",
  "&lt;b&gt; &amp; &eacute;",
  "👩🏽‍🎤 🇸🇳 مرحبا שלום",
  "${alert(1)} {{7*7}} %s",
])("the comments of an episode are text, whatever is in them: %s", async (text) => {
  await createComment(1, { authorName: text, content: `${text} dans un texte` })
  const page = await visit(PATH)
  const [article] = articles(page)
  expect(article?.get("h3").text).toBe(text)
  expect(article?.get("p").text).toBe(`${text} dans un texte`)
  for (const name of ["b", "img", "script", "strong"]) expect(article?.all(name)).toEqual([])
  expect(article && linksIn(article)).toEqual([])
  expect(page.html).not.toContain("<script>alert(1)")
})

test("the comments of an episode have links that pass nothing on, for web addresses only", async () => {
  await createComment(1, {
    content: "Voir https://a.example/b?c=d&e=f, www.b.example. javascript:alert(1) data:text/html,x",
  })
  const links = linksIn(list(await visit(PATH)))
  expect(links.map(({ text, attributes }) => [text, attributes.href, attributes.rel])).toEqual([
    ["https://a.example/b?c=d&e=f", "https://a.example/b?c=d&e=f", "ugc nofollow noopener"],
    ["www.b.example", "https://www.b.example", "ugc nofollow noopener"],
  ])
})

test("8.4 the comments of an episode never come with an e-mail address", async () => {
  await createMany(60)
  await createComment(1, { authorEmail: "autre@secret.test" })
  const older = list(await visit(PATH))
    .all("a")
    .find(({ text }) => text === "Commentaires plus anciens")
  const query = older?.attributes.href?.split("?")[1]?.split("#")[0] ?? ""
  expect(query).toMatch(/^avant=/)
  const responses = await Promise.all(
    ["", ".data", "/comments", "/comments.data"].flatMap((end) =>
      [`${PATH}${end}`, `${PATH}${end}?${query}`].map(async (path) => {
        const response = await send(path)
        return { path, status: response.status, text: await response.text() }
      }),
    ),
  )
  for (const { path, status, text } of responses) {
    expect([path, status]).toEqual([path, 200])
    expect(text).toContain("Un commentaire, le ")
    expect(text).not.toMatch(/secret\.test|author_?email/i)
  }
})

test("the comments of an episode are not there while a moderator holds them back", async () => {
  await createComment(1, { content: "On me voit bien" })
  await createComment(1, { content: "Je suis en attente", status: "pending" })
  await createComment(1, { content: "Je suis masqué", status: "hidden" })
  await createComment((await createEpisode()).id, { content: "Je suis ailleurs" })
  const page = await visit(PATH)
  expect(contents(page)).toEqual(["On me voit bien"])
  expect(page.get("h2", { id: "titre-commentaires" }).text).toBe("Commentaires 1")
  for (const path of [`${PATH}.data`, `${PATH}/comments`]) {
    expect(await (await send(path)).text()).not.toMatch(/attente|masqué|ailleurs/)
  }
})

test("the comments of an episode are asked for while there is none", async () => {
  const page = await visit(PATH)
  expect(list(page).text).toBe("Aucun commentaire pour le moment. Ouvrez le premier round.")
  expect(page.get("form", { "aria-labelledby": "commenter" }).get("h3").text).toBe("Laisser un commentaire")
  expect(page.text).not.toContain("Modérer")
})

test("the comments of an episode leave the page as it is when they cannot be loaded", async () => {
  await createComment(1)
  const page = await withoutTable("public_comments", () => visit(PATH))
  expect([page.status, page.get("h1").text]).toEqual([503, "Le poids des mots"])
  expect(page.headers.get("cache-control")).toBe("no-store")
  expect(page.text).not.toContain("erreur")
  expect(takeLoggedErrors().length).toBeGreaterThan(0)
  expect(contents(await visit(PATH))).toHaveLength(1)
})

test.each([
  [50, [50]],
  [51, [50, 1]],
  [120, [50, 50, 20]],
])("older comments of %d are a link away, each once, whose time is the same", async (count, sizes) => {
  await createMany(count)
  const pages = await walk(PATH)
  expect(pages.map(({ length }) => length)).toEqual(sizes)
  const newestFirst = Array.from({ length: count }, (_, n) => `Un commentaire, le ${count - n}`)
  expect(pages.flat()).toEqual(newestFirst)
})

test("older comments lead back to the newest ones", async () => {
  await createMany(60)
  const [older] = list(await visit(PATH))
    .all("a")
    .filter(({ text }) => text === "Commentaires plus anciens")
  const back = linksIn(list(await visit(older?.attributes.href ?? "")))
  expect(back.map(({ text, attributes }) => [text, attributes.href])).toEqual([
    ["Revenir aux commentaires les plus récents", `${PATH}#derniers-commentaires`],
  ])
})

test("older comments stay where they were while others are posted", async () => {
  await createMany(60)
  const first = await (await send(`${PATH}/comments`)).json()
  await createComment(1, { createdAt: new Date() })
  const second = await (await send(`${PATH}/comments?avant=${first.older}`)).json()
  const ids = [...first.comments, ...second.comments].map(({ id }: { id: number }) => id)
  expect(ids).toEqual(Array.from({ length: 60 }, (_, n) => 60 - n))
  expect([first.isFirstPage, second.isFirstPage, second.older]).toEqual([true, false, null])
})

test("older comments are found however large their identifiers", async () => {
  await db.execute(sql`alter table comments alter column id restart with 2147483000`)
  await createMany(120)
  expect((await walk(PATH)).map(({ length }) => length)).toEqual([50, 50, 20])
})

test.each([
  "",
  "abc",
  "-1-1",
  "1-",
  "1-0",
  "99999999999999-999999999",
  "1e3-1",
  "1-1'--",
  "%00",
  "1-99999999999",
])("older comments before %j are no failure", async (cursor) => {
  await createMany(3)
  for (const path of [PATH, `${PATH}/comments`, `${PATH}.data`]) {
    expect([path, (await send(`${path}?avant=${cursor}`)).status]).toEqual([path, 200])
  }
})

test("older comments are those of published episodes only", async () => {
  await createEpisode({ isPublished: false })
  await createEpisode({ publishedAt: new Date(Date.now() + 86_400_000) })
  for (const id of [2, 3]) await createComment(id, { content: "Un commentaire tenu secret" })
  for (const id of ["2", "3", "4", "0", "abc", "99999999999"]) {
    for (const path of [`/episodes/${id}`, `/episodes/${id}/comments`]) {
      const response = await send(path)
      expect([path, response.status]).toEqual([path, 404])
      expect(await response.text()).not.toContain("tenu secret")
    }
  }
})
