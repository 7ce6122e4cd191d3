import sharp from "sharp"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { podcast } from "#app/base/settings/definitions/podcast.server.ts"
import { isFeedWithheld } from "#app/base/settings/own-podcast.server.ts"
import { podcastName, refreshSiteSettings, siteSettings } from "#app/base/settings/site-settings.server.ts"
import { publicNetwork } from "#app/kit/http/public-network.server.ts"
import { beginEmpty, loadStarterContent } from "#app/db/starter/starter.server.ts"
import { send } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode, storedRows } from "#test/factories.ts"
import { visit } from "#test/html.ts"
import { theirsIn } from "#test/other-podcast.ts"
import { sendForm, signInAsNew, visitAs } from "#test/people.ts"
import { serve } from "#test/serve.ts"
import { setSettings } from "#test/site-settings.ts"
import { ITUNES, item } from "#test/feed-fixtures.ts"
import { lastOf, linesOf, start } from "#test/import-stream-fixtures.ts"

const guard = { ...publicNetwork, isAllowed: () => true }
const SOUND = '<enclosure url="https://sons.example/1.mp3" type="audio/mpeg" length="1"/>'
let host = ""

useDatabase()
beforeAll(async () => {
  const cover = await sharp({ create: { width: 1_400, height: 1_400, channels: 3, background: "#2f6b3a" } })
    .png()
    .toBuffer()
  const server = await serve((request, response) => {
    if (request.url !== "/square.png") response.writeHead(404)
    response.end(request.url === "/square.png" ? cover : "")
  })
  host = server.url
  return server.close
})

const feedOf = (channel: string) =>
  `<rss version="2.0" ${ITUNES}><channel>${channel}${item(SOUND)}</channel></rss>`
const semis = (name = "Semis &amp; saisons") =>
  feedOf(`<title>${name}</title><language>fr-BE</language><description>Une graine à la fois.</description>
    <itunes:author>Nour Vidal</itunes:author><itunes:category text="Leisure"/><itunes:image href="${host}/square.png"/>`)

async function begin(withExample: boolean) {
  await (withExample ? loadStarterContent() : beginEmpty())
  await refreshSiteSettings()
}

async function previewOf(feed: string) {
  const last = await lastOf(start(feed))
  if (!last || !("preview" in last)) throw new Error(JSON.stringify(last))
  return last.preview
}

/** An import as the page asks for it; the podcast is taken over where that is on, unless told otherwise. */
async function moveIn(feed: string, takes?: boolean, identityKey?: string) {
  const { digest, identity } = await previewOf(feed)
  const key = identityKey ?? ((takes ?? identity?.isOn) ? identity?.key : undefined)
  const lines = await linesOf(
    start(feed, { mode: "run", expectedDigest: digest, identityKey: key, guard, userId: null }),
  )
  return lines.at(-1)
}
const feedTitle = async () => /<title>(.*?)<\/title>/.exec(await (await send("/feed.xml")).text())?.[1]

describe.each([
  ["with the example", true],
  ["that began empty", false],
])("a podcast that moves into a site %s, which nobody named,", (_title, withExample) => {
  beforeEach(() => begin(withExample))

  test("4.5 brings its name, cover, description, author, categories and language", async () => {
    const { identity } = await previewOf(semis())
    expect(identity).toMatchObject({ name: "Semis & saisons", isOn: true, coverUrl: `${host}/square.png` })
    expect(identity?.changes).toContainEqual(
      expect.objectContaining({ label: "Langue", after: "Français (Belgique)" }),
    )
    expect(podcastName().isNamed).toBe(false)

    expect(await moveIn(semis())).toMatchObject({
      report: { created: 1, identity: { name: "Semis & saisons" } },
    })
    const [medium] = await storedRows("media")
    expect(siteSettings().podcast).toMatchObject({
      name: "Semis & saisons",
      description: "Une graine à la fois.",
      author: "Nour Vidal",
      categories: ["Leisure"],
      language: "fr-BE",
      cover: `/media/${medium?.key}/square.png`,
      copyrightYear: new Date().getFullYear(),
    })
    expect(podcastName()).toEqual({ isNamed: true, isSaid: true })
    expect(await feedTitle()).toBe("Semis &amp; saisons")
    expect(siteSettings().presentation).toMatchObject({ figures: [], mission: "", hosts: [], audioUrl: "" })
    expect(theirsIn((await visit("/about")).get("main").text)).toBeUndefined()
  })

  test("37.1 goes out under no name where its own is refused", async () => {
    const cookie = await signInAsNew("admin")
    expect(await moveIn(semis(), false)).toMatchObject({ report: { created: 1 } })
    expect(siteSettings().podcast.name).toBe(withExample ? podcast.name.default : podcast.name.elsewhere)
    const response = await send("/feed.xml")
    expect([response.status, await response.text()]).toEqual([
      404,
      expect.stringContaining("pas encore de nom"),
    ])
    expect(await (await send("/feeds.opml")).text()).not.toContain("/feed.xml")
    const listen = await visit("/ecouter")
    expect(listen.get("main").text).toContain("pas encore public")
    // What nobody named claims neither rights nor episodes.
    expect([listen.get("footer").text.includes("©"), listen.text.includes("y arrive tout seul")]).toEqual([
      withExample,
      withExample,
    ])
    for (const page of ["/admin/feed", "/admin/moving", "/admin/moving/out"]) {
      const main = (await visitAs(cookie, page)).get("main")
      expect(main.text).toContain("Personne n’a encore dit comment s’appelle ce podcast")
      expect(main.all("input").map(({ attributes }) => attributes.value)).not.toContain(
        "https://cko.test/feed.xml",
      )
    }
    expect((await visitAs(cookie, "/admin/feed")).get("section", { id: "nom" }).text).toContain("À corriger")
    const look = { intent: "look-old", address: "https://ancien.example/flux" }
    expect((await sendForm("/admin/moving", look, { cookie })).status).toBe(400)
    // Later it is offered again, and can be taken over without any episode.
    expect(await moveIn(semis())).toMatchObject({ report: { unchanged: 1, identity: {} } })
    expect((await send("/feed.xml")).status).toBe(200)
  })

  test("says what it could not bring", async () => {
    const strange = feedOf(`<title>Semis</title><language>en</language><itunes:category text="Inconnue"/>
      <itunes:image href="${host}/gone.png"/>`)
    const { identity } = await previewOf(strange)
    expect(identity?.left).toEqual([expect.stringContaining("en"), expect.stringContaining("Inconnue")])
    expect(await moveIn(strange)).toMatchObject({
      report: { created: 1, identity: { name: "Semis", coverFailure: expect.stringContaining("404") } },
    })
    expect(siteSettings().podcast).toMatchObject({
      ...{ name: "Semis", description: "", cover: "", language: "fr", categories: [] },
    })
  })

  test("is CKO where its feed says so, with the texts that are CKO's", async () => {
    await moveIn(feedOf("<title>CKO</title>"))
    expect([siteSettings().podcast.name, podcastName().isNamed]).toEqual(["CKO", true])
    expect(siteSettings().presentation.figures).toHaveLength(3)
    expect(await feedTitle()).toBe("CKO")
  })
})

describe("a site that has a name", () => {
  beforeEach(async () => {
    await begin(false)
    await setSettings("podcast", { name: "Semis", description: "La nôtre." })
  })

  test("keeps it, unless a host takes over what would change", async () => {
    expect((await previewOf(semis())).identity).toMatchObject({ isOn: false })
    await moveIn(semis())
    expect(siteSettings().podcast).toMatchObject({ name: "Semis", description: "La nôtre." })
    await moveIn(feedOf("<title>Rimes</title>"), true)
    expect(siteSettings().podcast).toMatchObject({ name: "Rimes", description: "La nôtre." })
    expect((await previewOf(feedOf("<title>Rimes</title>"))).identity).toBeUndefined()
    expect((await previewOf(feedOf(""))).identity).toBeUndefined()
  })

  test("is asked again where it changed since the preview", async () => {
    const { identity } = await previewOf(semis())
    await setSettings("podcast", { name: "Autrement" })
    expect(await moveIn(semis(), true, identity?.key)).toMatchObject({
      error: expect.stringContaining("a changé depuis l’aperçu"),
      changed: true,
    })
    expect(await storedRows("episodes")).toEqual([])
    expect(await moveIn(semis(), true, "%00")).toMatchObject({ changed: true })
  })

  test("loses it with its default, and with it the feed", async () => {
    const cookie = await signInAsNew("admin")
    await createEpisode({ audioUrl: "https://sons.example/1.mp3" })
    expect(await isFeedWithheld()).toBe(false)
    await sendForm("/admin/site/podcast", { intent: "reset", name: "name" }, { cookie })
    expect(await isFeedWithheld()).toBe(true)
  })
})

test("the example's own feed is shown while there is nothing else", async () => {
  await begin(true)
  expect([await feedTitle(), await isFeedWithheld()]).toEqual(["CKO", false])
  await createEpisode()
  expect(await isFeedWithheld()).toBe(true)
})

test("an empty site says nothing of CKO, by whatever way it gets its name", async () => {
  await begin(false)
  const home = async () => (await visit("/")).text
  expect(theirsIn(await home())).toBeUndefined()
  expect(theirsIn((await visit("/about")).text)).toBeUndefined()
  await setSettings("podcast", { name: "Semis" })
  expect(await home()).toContain("Semis")
  expect(theirsIn(await home())).toBeUndefined()
})
