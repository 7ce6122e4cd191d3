import { IMPORTED_TARGETS } from "#app/kit/lib/imports.ts"
import { gzipSync } from "node:zlib"
import { beforeEach, describe, expect, test } from "vitest"
import { send } from "#test/app.ts"
import { useDataFolder } from "#test/data-folder.ts"
import { useDatabase } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import { ghostExport, ghostPost, ghostSite, objectId, SITE } from "#test/ghost-fixtures.ts"
import { createUser } from "#test/people.ts"
import { ALL, importSite, sendExportsOf, workOff } from "#test/site-imports.ts"
import { zipOf } from "#test/zip-file.ts"
import { findImport, startImport } from "../imports.server.ts"

useDatabase()
useDataFolder()
let userId = ""
beforeEach(async () => {
  userId = (await createUser("admin", "awa@cko.test")).id
})

const states = async () => ({
  posts: await storedRows("blog_posts"),
  pages: await storedRows("custom_pages"),
  rules: await storedRows("redirects"),
})

describe.each(["3.42.9", "4.48.9", "5.130.6", "6.10.0"] as const)("51.1 an export of Ghost %s", (version) => {
  test("brings texts, pages, pictures' addresses and old addresses, and publishes nothing that was not", async () => {
    const { report, findings, state, source } = await importSite(userId, ghostSite(version), {}, SITE)
    expect([state, source]).toEqual(["done", SITE])
    expect(findings).toMatchObject({
      title: "Rimes de nuit",
      categories: [
        { id: "actus", name: "Actus", count: 1 },
        { id: "ateliers", name: "Ateliers", count: 1 },
      ],
      authors: [{ name: "Awa Sène", hasAccount: true }],
      files: 2,
    })
    const { posts, pages, rules } = await states()
    expect(posts).toMatchObject([
      {
        title: "Un",
        slug: "un",
        is_published: true,
        published_at: "2025-03-04T10:00:00+00:00",
        author_id: userId,
        excerpt: "Le début \\*de tout\\*",
        cover_image_url: `${SITE}/content/images/2024/01/une.jpg`,
        content: `Voir [deux](/blog/deux) et [l’équipe](/page/equipe).\n\n![Une nuit](${SITE}/content/images/2024/01/nuit.jpg "Photo : Sam")`,
      },
      { title: "Deux", is_published: false },
      { title: "Trois", is_published: false },
      { title: "Quatre", is_published: true, published_at: "2100-01-01T10:00:00+00:00" },
      ...(version === "3.42.9" ? [] : [{ title: "Lettre", is_published: false }]),
    ])
    expect(pages).toMatchObject([{ title: "Équipe", slug: "equipe", is_published: true }])
    expect(rules.map(({ source, target }) => `${source} ${target}`)).toEqual(
      expect.arrayContaining(["/un /blog/un", "/deux /blog/deux"]),
    )
    expect((await send("/un/")).headers.get("location")).toBe("/blog/un")
    expect(report).toMatchObject({ targets: { post: { created: posts.length }, page: { created: 1 } } })
  })

  test("changes nothing when it comes again", async () => {
    await importSite(userId, ghostSite(version), {}, SITE)
    const before = JSON.stringify(await states())
    const { report } = await importSite(userId, ghostSite(version), {}, SITE)
    expect(JSON.stringify(await states())).toBe(before)
    expect(Object.values(report?.targets ?? {}).map(({ created, updated }) => created + updated)).toEqual(
      Array.from(IMPORTED_TARGETS, () => 0),
    )
  })
})

test("51.2 what does not come along of a Ghost is told", async () => {
  const { findings } = await importSite(userId, ghostSite("5.130.6"), {}, SITE)
  expect(findings?.losses.map(({ what, examples }) => [what, ...examples])).toEqual(
    expect.arrayContaining([
      ["autre signature", "« Un », avec Sam"],
      ["lettre jamais publiée", "1 lettre envoyée sans être publiée, ici un brouillon"],
      ["lien d’une légende", expect.stringContaining("« Un »")],
      ["mise en avant", "1 texte mis en avant"],
      ["réglages d’une lettre", "1 lettre et ses réglages"],
      ["étiquette interne", "1 étiquette interne (#)"],
    ]),
  )
})

test("51.5 a Ghost's own redirections lead to where their goals are here", async () => {
  const yaml = `301:
  /vieux/: /un/
  "/encore": /vieux
  /loin: https://ailleurs.example/a?b=1
  /accueil/: /
  /un/: /autre/
  /tag/x: /tag/y/
  /boucle: /boucle/
  /nul%00: /un/
  /vers-nul: /a%00b
  /complete: https://www.rimes.example/equipe/
  ^/blog/(.*)$: /$1
302:
  ^/plus-court/?$: /equipe/ # bientôt
`
  const id = await sendExportsOf(userId, SITE, ghostSite("5.130.6"), yaml)
  await workOff()
  expect((await findImport(id))?.findings?.losses).toContainEqual({
    what: "redirection par motif",
    count: 1,
    examples: ["1 redirection qui vaut pour plusieurs adresses (expression régulière)"],
  })
  await startImport(id, ALL)
  await workOff()
  const rules = (await states()).rules.map(({ source, target }) => `${source} ${target}`)
  expect(rules).toEqual(
    expect.arrayContaining([
      ...["/vieux /blog/un", "/encore /blog/un", "/loin https://ailleurs.example/a?b=1", "/accueil /"],
      ...["/un /blog/un", "/plus-court /page/equipe", "/complete /page/equipe"],
    ]),
  )
  expect(rules.filter((rule) => /tag|boucle|autre|nul/.test(rule))).toEqual([])
  const { report } = (await findImport(id)) ?? {}
  expect(report?.remarks).toEqual(
    expect.arrayContaining([{ title: "/tag/x", reason: "menait à ce qui n’est pas venu ici" }]),
  )
})

test("51.1, 51.5 a zip with the folder of a Ghost is read as one: texts, paths, redirections and its address", async () => {
  const zip = zipOf({
    "ghost/content/files/2024/liste.csv": "nom;prix\n",
    "ghost/content/themes/casper/package.json": "{}",
    "ghost/content/images/2024/01/une.jpg": "pas lue",
    "ghost/content/settings/routes.yaml": "collections:\n  /:\n    permalink: /{year}/{slug}/\n",
    "ghost/content/data/redirects.yaml": "301:\n  /vieux: /un/\n",
    "ghost/rimes.ghost.2025-05-01-10-00-00.json": ghostSite("5.130.6"),
    "ghost/members.2025-05-01.csv": "id,email,name,note,subscribed_to_emails\n1,a@a.example,A,,true\n",
    "ghost/config.production.json": '{"url":"https://rimes.example/"}',
    "__MACOSX/ghost/._rimes.json": "rien",
  })
  const { list, source } = await importSite(userId, zip)
  expect(source).toBe(SITE)
  expect(list).toMatchObject({ name: "members.2025-05-01.csv", people: 1 })
  const { rules } = await states()
  expect(rules.map(({ source, target }) => `${source} ${target}`)).toEqual(
    expect.arrayContaining(["/2025/un /blog/un", "/un /blog/un", "/vieux /blog/un"]),
  )
})

test("51.1 routes on their own are no reason to refuse an export: where they belong is said", async () => {
  const routes = "# Routes\nroutes:\n\ncollections:\n  /:\n    permalink: /{year}/{slug}/\n"
  const id = await sendExportsOf(userId, SITE, ghostSite("5.130.6"), routes)
  await workOff()
  expect((await findImport(id))?.findings?.losses).toContainEqual({
    what: "forme des adresses (routes.yaml)",
    count: 1,
    examples: ["à mettre dans un même zip que l’export"],
  })
})

test("51.1 an export that is packed with gzip is read twice like any other", async () => {
  const { report } = await importSite(userId, gzipSync(ghostSite("5.130.6")), {}, SITE)
  expect(report).toMatchObject({ targets: { post: { created: 5 }, page: { created: 1 } } })
})

test("51.1 names that no database takes, and that are longer than anybody writes, are read as well as it goes", async () => {
  const json = ghostExport({
    posts: [ghostPost(1, { title: "Un\u0000 \ud800", slug: "\u0000é".repeat(300), html: "<p>\u0000Là</p>" })],
    tags: [{ id: 1, name: "\u0000", slug: "é\u0000".repeat(400) }],
    posts_tags: [{ post_id: objectId(1), tag_id: 1 }],
    users: [{ id: 2, name: "日".repeat(5_000), slug: "日".repeat(5_000) }],
    posts_authors: [{ post_id: objectId(1), author_id: 2 }],
  })
  const { state, findings } = await importSite(userId, json, {}, SITE)
  expect(state).toBe("done")
  expect(findings?.categories).toMatchObject([{ count: 1 }])
  expect((await states()).posts).toMatchObject([{ content: "Là", signature: "日".repeat(100) }])
})

test.each([
  ["without its site's address", ghostSite("5.130.6"), "ne dit pas l’adresse de son site"],
  ["that is cut", ghostSite("5.130.6").slice(0, 3_000), "s’arrête au milieu"],
  ["without texts", ghostExport({ posts: [] }), "n’a aucun texte"],
  ["whose texts are no list", ghostExport({ posts: { a: ghostPost(1) } as never }), "n’a aucun texte"],
])(
  "51.1 an export of Ghost %s is refused in one sentence, and nothing is kept",
  async (_, file, sentence) => {
    const id = await sendExportsOf(userId, sentence.includes("adresse") ? "" : SITE, file)
    await workOff()
    expect(await findImport(id)).toMatchObject({
      state: "failed",
      failure: expect.stringContaining(sentence),
    })
    expect(await storedRows("import_things")).toEqual([])
  },
)
