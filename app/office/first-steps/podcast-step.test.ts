import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { sql } from "drizzle-orm"
import sharp from "sharp"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { podcast } from "#app/base/settings/definitions/podcast.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { noteMarked } from "#app/db/starter/marked.server.ts"
import { isPublicAddress, publicNetwork } from "#app/kit/http/public-network.server.ts"
import { ITUNES, item } from "#test/feed-fixtures.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode, createMedium, storedRows } from "#test/factories.ts"
import { createUser, fieldProblems, filledForm, readPage, sendForm, signInAs, visitAs } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { setSettings } from "#test/site-settings.ts"
import { FEED_FIELDS, FIRST_FIELDS } from "./podcast-fields.ts"
import { savePodcastStep } from "./podcast-step.server.ts"
import { readPodcast } from "./read-podcast.server.ts"

const PAGE = "/admin/first-steps"
const PODCAST = 'xmlns:podcast="https://podcastindex.org/namespace/1.0"'
const EPISODES = 1_000

/** As if 127.0.0.1 were an address of the public internet. */
const guard = {
  ...publicNetwork,
  isAllowed: (address: string) => address === "127.0.0.1" || isPublicAddress(address),
}

let host = ""
let cookie = ""
let userId = ""
const files = new Map<string, Buffer | string>()

useDatabase()
beforeAll(async () => {
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? "")
    if (file === undefined) response.writeHead(404)
    response.end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  files.set("/square.png", await picture(1_400, 1_400)).set("/wide.png", await picture(40, 30))
  files.set(
    "/feed.xml",
    feedOf(`<title>Semis &amp; saisons</title><link>https://semis.example/</link><language>fr-BE</language>
      <description>&lt;p&gt;Une graine à la fois. https://open.spotify.com/show/4semis https://www.instagram.com/semis&lt;/p&gt;</description>
      <itunes:author>Nour Vidal</itunes:author><itunes:explicit>true</itunes:explicit>
      <itunes:owner><itunes:name>Nour</itunes:name><itunes:email>nour@semis.example</itunes:email></itunes:owner>
      <itunes:category text="Leisure"><itunes:category text="Home &amp; Garden"/></itunes:category>
      <itunes:image href="${host}/square.png"/><podcast:funding url="https://soutien.example/semis">Soutenir</podcast:funding>
      ${Array.from({ length: EPISODES }, (_, index) => item("", { guid: `semis-${index}`, title: `Semer ${index}` })).join("")}`),
  )
  files.set(
    "/bare.xml",
    feedOf(`<title>${"é".repeat(300)}</title><language>en</language>
    <itunes:owner><itunes:email>pas une adresse</itunes:email></itunes:owner><itunes:category text="Inconnue"/>${item()}`),
  )
  return () => {
    server.closeAllConnections()
    server.close()
  }
})
beforeEach(async () => {
  ;({ id: userId } = await createUser("admin", "nour@jardin.test"))
  cookie = await signInAs("nour@jardin.test")
})

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#2f6b3a" } })
    .png()
    .toBuffer()
const feedOf = (channel: string) =>
  `<rss version="2.0" ${ITUNES} ${PODCAST}><channel>${channel}</channel></rss>`

/** The step's form as the page shows it, filled in further. */
async function formOf(filled: Record<string, string>) {
  const form = (await visitAs(cookie, PAGE)).get("form", { "aria-label": "Le podcast" })
  return { ...filledForm(form), ...filled }
}
const save = async (filled: Record<string, string>) => sendForm(PAGE, await formOf(filled), { cookie })
function said() {
  const { podcast, links, support } = siteSettings()
  return { podcast, links, support }
}

describe("a feed", () => {
  test("says its podcast, where else it is and how many episodes it has, and nothing is stored", async () => {
    expect(await readPodcast(`${host}/feed.xml`, guard)).toEqual({
      address: `${host}/feed.xml`,
      coverUrl: `${host}/square.png`,
      episodes: EPISODES,
      fields: {
        name: "Semis & saisons",
        description: expect.stringContaining("Une graine à la fois."),
        author: "Nour Vidal",
        ownerName: "Nour",
        ownerEmail: "nour@semis.example",
        language: "fr-BE",
        "categories.0": "Leisure > Home & Garden",
        isExplicit: "on",
        "links.0.label": "Soutenir",
        "links.0.url": "https://soutien.example/semis",
        "platforms.0.label": "Spotify",
        "platforms.0.url": "https://open.spotify.com/show/4semis",
        "socials.0.label": "Instagram",
        "socials.0.url": "https://www.instagram.com/semis",
        "socials.1.label": "semis.example",
        "socials.1.url": "https://semis.example/",
      },
    })
    expect(await storedRows("settings")).toEqual([])
  })

  test("that says little or wrong things leaves the rest open", async () => {
    const found = await readPodcast(`${host}/bare.xml`, guard)
    expect(found).toMatchObject({ coverUrl: "", episodes: 1 })
    const fields = { name: "é".repeat(80), description: "", author: "", ownerName: "" }
    expect(found).toHaveProperty("fields", fields)
  })

  test.each(["/gone.xml", "/square.png"])("is refused in words where %s is none", async (path) => {
    expect(await readPodcast(host + path, guard)).toEqual({ failure: expect.stringMatching(/\S/) })
  })

  test("35.2 is taken over as it was shown, and leads to its episodes", async () => {
    const found = await readPodcast(`${host}/feed.xml`, guard)
    if (!("fields" in found)) throw new Error(found.failure)
    const fields = [...FIRST_FIELDS, ...FEED_FIELDS].join(",")
    const response = await save({ fields, feed: found.address, ...found.fields })
    expect(response.headers.get("location")).toBe(`/admin/import?feed=${encodeURIComponent(found.address)}`)
    expect(said()).toMatchObject({
      podcast: {
        name: "Semis & saisons",
        categories: ["Leisure > Home & Garden"],
        isExplicit: true,
      },
      links: {
        platforms: [{ label: "Spotify" }],
        socials: [{ label: "Instagram" }, { label: "semis.example" }],
      },
      support: { links: [{ label: "Soutenir", url: "https://soutien.example/semis" }] },
    })
    expect((await visitAs("", "/")).text).toContain("Semis & saisons")
  })
})

describe("the feed's cover", () => {
  const take = (path: string) =>
    savePodcastStep(
      { podcast: { name: "Semis" }, links: {}, support: {} },
      { coverUrl: host + path, userId },
      guard,
    )

  test("is copied into the library, and is the podcast's", async () => {
    expect(await take("/square.png")).toEqual({ failure: undefined })
    const [medium] = await storedRows("media")
    expect(said().podcast).toMatchObject({ name: "Semis", cover: `/media/${medium?.key}/square.png` })
  })

  test.each([
    ["/wide.png", "40 × 30"],
    ["/gone.png", "404"],
    ["/feed.xml", ""],
  ])("is not where directories would refuse it, which is said: %s", async (path, reason) => {
    expect(await take(path)).toEqual({ failure: expect.stringContaining(reason) })
    expect(said().podcast).toMatchObject({ name: "Semis", cover: "" })
  })
})

describe("the podcast's form", () => {
  test("shows nothing of the podcast that the site was made for, and stores nothing where it is refused", async () => {
    const { key } = await createMedium({ width: 800, height: 600 })
    const cover = `/media/${key}/couverture.png`
    const response = await save({ name: "é".repeat(100_000), tagline: "Gardé" })
    expect(await formOf({})).toMatchObject({ name: "", tagline: "", description: "", cover: "" })
    const page = await readPage(response)
    expect([page.status, fieldProblems(page)["Nom du podcast"]]).toEqual([400, expect.stringContaining("80")])
    expect(page.get("input", { name: "tagline" }).attributes.value).toBe("Gardé")
    const wrong = await readPage(await save({ name: "Semis", cover }))
    expect(fieldProblems(wrong)).toEqual({ Couverture: expect.stringContaining("800 × 600") })
    expect(await storedRows("settings")).toEqual([])
  })

  test.each([
    ["platforms.0.url", "javascript:alert(1)"],
    ["links.0.url", "file:///etc/passwd"],
    ["name", "a\0b"],
  ])("refuses %s: %j", async (name, value) => {
    const fields = "name,links,platforms"
    const response = await save({
      name: "Semis",
      "platforms.0.label": "Là",
      fields,
      feed: "x",
      [name]: value,
    })
    expect(response.status).toBe(400)
    expect(await storedRows("settings")).toEqual([])
  })

  test("of a feed that cannot be read says so, and why, where its address stays", async () => {
    for (const [feed = "", why] of [
      ["", "Indiquez"],
      ["http://127.0.0.1:1/a.xml", "n'a pas pu être téléchargé"],
    ]) {
      const page = await readPage(await sendForm(PAGE, { intent: "read-feed", feed }, { cookie }))
      expect(page.status).toBe(400)
      expect(page.get("div", { role: "alert" }).text).toMatch(/^Le flux n’a pas pu être lu /)
      expect(fieldProblems(page)["Adresse du flux (RSS)"]).toContain(why)
      expect(page.get("input", { name: "feed" }).attributes.value).toBe(feed)
    }
  })

  test("of two admins at once one is told that the other was faster, and nothing is mixed", async () => {
    const [one, other] = await Promise.all([
      formOf({ name: "Semis", tagline: "De Nour" }),
      formOf({ name: "Rimes", tagline: "D’Awa" }),
    ])
    const answers = await Promise.all([one, other].map((form) => sendForm(PAGE, form, { cookie })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 409])
    const winner = answers[0]?.status === 302 ? one : other
    expect(said().podcast).toMatchObject({ name: winner.name, tagline: winner.tagline })
    const slower = await readPage(answers.find(({ status }) => status === 409) ?? new Response())
    // Sent again it wins, knowingly.
    const again = filledForm(slower.get("form", { "aria-label": "Le podcast" }))
    expect((await sendForm(PAGE, again, { cookie })).status).toBe(302)
    expect(said().podcast.name).toBe(again.name)
  })

  test("that breaks off on its way leaves nothing half said", async () => {
    await db.execute(sql`create function break_off() returns trigger language plpgsql as
      $$ begin raise exception 'broken off'; end $$`)
    await db.execute(sql`create trigger break_off before insert on settings for each row
      when (new.name = 'podcast.tagline') execute function break_off()`)
    const response = await save({ name: "Semis", tagline: "Une graine à la fois" })
    await db.execute(sql`drop function break_off cascade`)
    expect(takeLoggedErrors()).toMatchObject([{ cause: { message: "broken off" } }, { status: 500 }])
    const page = await readPage(response)
    expect([page.status, page.text]).toEqual([500, expect.stringContaining("Impossible d’enregistrer")])
    expect(page.get("input", { name: "name" }).attributes.value).toBe("Semis")
    expect(await storedRows("settings")).toEqual([])
    expect((await visitAs("", "/")).text).toContain(podcast.name.default)
  })
})

test("another name given in the settings only offers to leave the shipped texts, which can be taken back", async () => {
  const PODCAST_PAGE = "/admin/site/podcast"
  await setSettings("podcast", { name: "Semis" })
  expect(siteSettings().podcast.tagline).toBe(podcast.tagline.default)
  const offer = (await visitAs(cookie, PODCAST_PAGE))
    .all("form")
    .find((form) => form.text.includes("Retirer les textes"))
  if (!offer) throw new Error("nothing is offered")
  const response = await sendForm(offer.attributes.action ?? "", filledForm(offer), { cookie })
  expect(response.status).toBe(302)
  expect(siteSettings()).toMatchObject({
    podcast: { name: "Semis", tagline: "" },
    texts: { round: "Épisode" },
  })
  expect((await visitAs(cookie, PODCAST_PAGE)).text).not.toContain("Retirer les textes")
  await sendForm("/admin/site/texts", { intent: "reset", name: "isNeutral" }, { cookie })
  expect(siteSettings().podcast.tagline).toBe(podcast.tagline.default)
})

test("35.2 the steps follow from what there is, without an example where there never was one, and what is left out comes back", async () => {
  const states = async () => {
    const page = await visitAs(cookie, PAGE)
    return page.all("section").map((panel) => panel.text.match(/Fait|Plus tard|À faire/)?.[0])
  }
  const click = (intent: string, id: string) => sendForm(PAGE, { intent, id }, { cookie })
  const todo = "À faire"
  expect(await states()).toEqual(["Fait", todo, todo, todo, todo, todo])
  await createEpisode({ isStarter: true })
  await db.transaction(noteMarked)
  expect(await states()).toEqual(["Fait", todo, todo, todo, todo, todo, todo])
  await save({ name: "Semis" })
  await createEpisode()
  expect((await states())[3]).toBe(todo)
  await sendForm(`${PAGE}/starter`, { intent: "remove-starter", id: "all" }, { cookie })
  await setSettings("links", { platforms: [{ label: "Deezer", url: "https://www.deezer.com/show/1" }] })
  await setSettings("mail", { smtpHost: "smtp.jardin.example" })
  await click("pass", "backup")
  expect(await states()).toEqual(Array.from({ length: 7 }, () => "Fait"))
  await setSettings("mail", { smtpHost: "" })
  await click("pass", "mail")
  expect((await states())[5]).toBe("Plus tard")
  await click("take-up", "mail")
  expect((await states())[5]).toBe(todo)
  expect((await click("pass", "%00")).status).toBe(404)
})
