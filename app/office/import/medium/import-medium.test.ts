import { beforeEach, describe, expect, test } from "vitest"
import { send } from "#test/app.ts"
import { useDataFolder } from "#test/data-folder.ts"
import { useDatabase } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import { MEDIUM, MEDIUM_POSTS, mediumPage, mediumZip } from "#test/medium-fixtures.ts"
import { createUser } from "#test/people.ts"
import { importSite, sendExports, workOff } from "#test/site-imports.ts"
import { findImport } from "../imports.server.ts"
import { recogniseFiles } from "../recognise-export.ts"

useDatabase()
useDataFolder()
let userId = ""
beforeEach(async () => {
  userId = (await createUser("admin", "awa@cko.test")).id
})

const ZIP = mediumZip(MEDIUM_POSTS)

describe("51.1 an export of Medium", () => {
  test("brings posts and drafts with their old addresses, and tells where it is from by itself", async () => {
    const { state, source, findings } = await importSite(userId, ZIP)
    expect([state, source]).toEqual(["done", MEDIUM])
    expect(findings).toMatchObject({
      categories: [{ name: "Scène" }, { name: "Slam" }],
      losses: [{ examples: ["1 réponse sans titre, sous le texte de quelqu’un"] }],
    })
    expect(await storedRows("blog_posts")).toMatchObject([
      {
        title: "Un soir",
        slug: "un-soir",
        is_published: true,
        published_at: "2025-03-04T10:00:00+00:00",
        excerpt: "Le début",
        signature: "Awa Sène",
        cover_image_url: "https://cdn-images-1.medium.com/max/800/1*x.jpeg",
        content:
          'Voir [deux](/blog/deux).\n\n![Une nuit](https://cdn-images-1.medium.com/max/800/1*y.jpeg "Photo : Sam")',
      },
      { title: "Deux", is_published: true, content: "Là." },
      { title: "Trois", is_published: false, content: "Bientôt." },
    ])
    expect((await send("/@awa/un-soir-a1b2c3d4e5f6")).headers.get("location")).toBe("/blog/un-soir")
  })

  test("changes nothing when it comes again", async () => {
    await importSite(userId, ZIP)
    const before = JSON.stringify(await storedRows("blog_posts"))
    const { report } = await importSite(userId, ZIP)
    expect(JSON.stringify(await storedRows("blog_posts"))).toBe(before)
    expect(report?.targets.post).toMatchObject({ created: 0, updated: 0 })
  })

  test("that is cut is refused in one sentence, and nothing is kept", async () => {
    const id = await sendExports(userId, ZIP.subarray(0, ZIP.length - 300))
    await workOff()
    expect(await findImport(id)).toMatchObject({
      state: "failed",
      failure: expect.stringContaining("abîmée ou incomplète"),
    })
    expect(await storedRows("import_things")).toEqual([])
  })

  test("may also come as single pages", async () => {
    const page = mediumPage(MEDIUM_POSTS["2025-03-05_Deux-b1b2c3d4e5f6"])
    expect(await recogniseFiles([new File([page], "a.html")])).toBe("export")
    const id = await sendExports(userId, page, mediumPage(MEDIUM_POSTS["2025-03-04_Un-soir-a1b2c3d4e5f6"]))
    await workOff()
    expect((await findImport(id))?.findings?.texts.post).toMatchObject({ count: 2 })
  })
})
