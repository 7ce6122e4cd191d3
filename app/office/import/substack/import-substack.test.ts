import { IMPORTED_TARGETS } from "#app/kit/lib/imports.ts"
import { beforeEach, describe, expect, test } from "vitest"
import { send } from "#test/app.ts"
import { useDataFolder } from "#test/data-folder.ts"
import { useDatabase } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import { createUser } from "#test/people.ts"
import { importSite, sendExportsOf, workOff } from "#test/site-imports.ts"
import { POSTS, postsCsv, SUBSCRIBERS, SUBSTACK, substackZip } from "#test/substack-fixtures.ts"
import { importItems } from "#app/podcast/feeds-in/import.server.ts"
import { serializeItem } from "#app/podcast/feeds-in/serialized-item.ts"
import { createFeedItem } from "#test/feed-items.ts"
import { findImport } from "../imports.server.ts"
import { recogniseFiles } from "../recognise-export.ts"

useDatabase()
useDataFolder()
let userId = ""
beforeEach(async () => {
  userId = (await createUser("admin", "awa@cko.test")).id
})

const SITE = substackZip(POSTS, SUBSCRIBERS)

describe("51.1 an export of Substack", () => {
  test("brings texts, pages, episodes and old addresses, and publishes nothing that was paid for", async () => {
    const { state, source } = await importSite(userId, SITE, {}, `${SUBSTACK}/`)
    expect([state, source]).toEqual(["done", SUBSTACK])
    expect(await storedRows("blog_posts")).toMatchObject([
      {
        title: "Un, pour commencer",
        slug: "un",
        is_published: true,
        published_at: "2025-03-04T10:00:00+00:00",
        excerpt: "Le début \\*de tout\\*",
        content:
          'Voir [deux](/blog/deux).\n\n![Une nuit](https://substack-post-media.s3.amazonaws.com/public/images/nuit_1456x819.jpeg "Photo : Sam")\n\nFin.',
      },
      { title: "Deux", slug: "deux", is_published: false, content: "Avant.\n\nAprès." },
      { title: "Trois", slug: "trois", is_published: false },
    ])
    expect(await storedRows("custom_pages")).toMatchObject([{ title: "À propos", is_published: true }])
    const episodes = await storedRows("episodes")
    expect(episodes.map(({ title, description, audio_url }) => [title, description, audio_url])).toEqual(
      expect.arrayContaining([
        ["Quatre", "On parle.", "https://sons.example/quatre.mp3"],
        ["Cinq", "Encore.", "https://sons.example/cinq.mp3"],
      ]),
    )
    expect((await send("/p/un")).headers.get("location")).toBe("/blog/un")
    const four = episodes.find(({ title }) => title === "Quatre")
    expect((await send("/p/quatre")).headers.get("location")).toBe(`/episodes/${four?.id}`)
  })

  test("changes nothing when it comes again", async () => {
    const rows = async () => JSON.stringify([await storedRows("blog_posts"), await storedRows("episodes")])
    await importSite(userId, SITE, {}, SUBSTACK)
    const before = await rows()
    const { report } = await importSite(userId, SITE, {}, SUBSTACK)
    expect(await rows()).toBe(before)
    expect(Object.values(report?.targets ?? {}).map(({ created, updated }) => created + updated)).toEqual(
      Array.from(IMPORTED_TARGETS, () => 0),
    )
  })

  test.each([
    ["GUID", { guid: "substack:post:104", audioUrl: "https://autres.example/x.mp3" }],
    ["sound", { guid: "autre", audioUrl: "https://sons.example/quatre.mp3" }],
  ])("knows an episode that the podcast's feed brought before by its %s", async (_, item) => {
    await importItems([serializeItem(createFeedItem(1, { title: "Du flux", ...item }))], {
      source: { title: "Le flux" },
    })
    await importSite(userId, SITE, {}, SUBSTACK)
    expect((await storedRows("episodes")).map(({ title }) => title).toSorted()).toEqual(["Cinq", "Du flux"])
  })
})

test("51.2, 51.10 subscribers of a Substack wait as a list, no others are kept, and its own buttons are told once", async () => {
  const id = await sendExportsOf(userId, SUBSTACK, SITE)
  await workOff()
  const found = await findImport(id)
  expect(found?.list).toMatchObject({ name: "email_list.rimes.csv", people: 2 })
  expect(found?.findings?.losses).toEqual(
    expect.arrayContaining([expect.objectContaining({ examples: ["2 inscriptions et boutons de partage"] })]),
  )
  expect(JSON.stringify(await storedRows("import_things"))).not.toMatch(/[ab]@[ab]\.example|lu@a\.example/)
})

test.each([
  ["without its site's address", "", SITE, "ne dit pas l’adresse de son site"],
  ["whose list came alone", SUBSTACK, postsCsv(POSTS), "archive zip de Substack telle quelle"],
  ["without pages", SUBSTACK, substackZip([{ id: "1.un" }]), "archive zip de Substack telle quelle"],
  ["that is cut", SUBSTACK, SITE.subarray(0, SITE.length - 300), "abîmée ou incomplète"],
  [
    "whose list is cut",
    SUBSTACK,
    substackZip(POSTS, { "posts.csv": `${postsCsv(POSTS)}107.sept,2025,true,,,newsletter,everyone,"Sept` }),
    "un guillemet s’ouvre",
  ],
])(
  "51.1 an export of Substack %s is refused in one sentence, and nothing is kept",
  async (_, site, file, said) => {
    const id = await sendExportsOf(userId, site, file)
    await workOff()
    expect(await findImport(id)).toMatchObject({ state: "failed", failure: expect.stringContaining(said) })
    expect(await storedRows("import_things")).toEqual([])
  },
)

test("51.1 before anything is sent, the page knows that a Substack does not say its address", async () => {
  const of = (content: string | Uint8Array) =>
    recogniseFiles([new File([new Uint8Array(Buffer.from(content))], "a")])
  expect(await of(SITE)).toBe("unaddressed")
  expect(await of(postsCsv(POSTS))).toBe("unaddressed")
})
