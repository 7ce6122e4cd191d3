import { beforeEach, expect, test } from "vitest"
import { useDatabase, withoutTable } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import { readHtml } from "#test/html.ts"
import { sendForm, signInAsNew, visitAs } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { anywhere, feedOf, sendFeed, sendStatus, startFeedHost } from "#test/feed-host.ts"
import { findingsOfOld } from "./feed-findings.ts"
import { lookAtOldFeed } from "./look-at-old-feed.server.ts"

const HERE = "https://cko.test/feed.xml"
let host: Awaited<ReturnType<typeof startFeedHost>>

useDatabase()
beforeEach(async () => {
  host = await startFeedHost()
  return () => host.close()
})

/** The findings, each as its state and the words that it begins with. */
async function look(path = "/flux.xml") {
  const findings = findingsOfOld(await lookAtOldFeed(host.url + path, anywhere), HERE)
  return findings.map(({ state, title }) => `${state} ${title}`)
}
const own = (guid: string) => createEpisode({ guid, audioUrl: "https://sons.exemple.test/1.mp3" })
const announcing = (address: string) => `<itunes:new-feed-url>${address}</itunes:new-feed-url>`

test.each([
  [301, HERE, /^good L’ancienne adresse mène au nouveau flux/],
  [308, "https://cko.test/rss", /^good L’ancienne adresse mène au nouveau flux/],
  [302, HERE, /^look .*seulement pour un temps \(302\)/],
  [301, "https://cko.test/", /^fix L’ancienne adresse mène à ce site, mais pas à son flux/],
])("an old address that leads here (%i to %s) is not followed", async (status, location, said) => {
  host.reply("/flux.xml", sendStatus(status, { location }))
  expect(await look()).toEqual([expect.stringMatching(said)])
})

test("41.2 an old feed that is still there is compared with the new one", async () => {
  for (const guid of ["g1", "g2"]) await own(guid)
  await createEpisode({ guid: "g3", isPublished: false, audioUrl: "https://sons.exemple.test/3.mp3" })
  host.reply("/flux.xml", sendFeed(feedOf(4, "<podcast:locked>yes</podcast:locked>")))
  expect(await look()).toEqual([
    "look L’ancien flux est encore en place, et n’annonce pas le nouveau.",
    expect.stringMatching(/^fix 2 épisodes manquent dans le nouveau flux\u00a0: .+, .+/),
    "look L’ancien flux est verrouillé (podcast:locked).",
  ])
})

test("an old feed that announces the new one does half of it, another address is wrong", async () => {
  await own("g0")
  host.reply("/flux.xml", sendFeed(feedOf(1, announcing(HERE))))
  expect(await look()).toEqual([
    "good L’ancien flux annonce le nouveau (itunes:new-feed-url).",
    "look Il ne redirige pas encore.",
    "good Tous ses épisodes (1) sont dans le nouveau flux.",
  ])
  host.reply("/flux.xml", sendFeed(feedOf(1, announcing("https://ailleurs.example/flux"))))
  expect((await look())[0]).toBe(
    "fix L’ancien flux annonce une autre adresse\u00a0: https://ailleurs.example/flux",
  )
})

test.each([
  [sendStatus(404), "fix L’ancien flux n’existe plus à cette adresse (404)."],
  [sendStatus(410), "fix L’ancien flux n’existe plus à cette adresse (410)."],
  [sendStatus(500), expect.stringMatching(/^look Le serveur du flux a répondu par une erreur/)],
  [sendFeed("<!doctype html>"), expect.stringMatching(/^look /)],
  [sendStatus(301, { location: "/flux.xml" }), expect.stringMatching(/^look .*trop de fois/)],
])("an old address without a feed says why", async (reply, said) => {
  host.reply("/flux.xml", reply)
  expect(await look()).toEqual([said])
})

test("the page checks an address that is typed, and keeps it", async () => {
  const cookie = await signInAsNew("admin")
  const post = async (address: string) => {
    const response = await sendForm("/admin/moving", { intent: "look-old", address }, { cookie })
    return { status: response.status, main: readHtml(await response.text()).get("main") }
  }
  const { status, main } = await post(`${host.url}/flux.xml`)
  expect([status, main.text]).toEqual([200, expect.stringContaining("réseau privé")])
  expect(main.get("input", { name: "address" }).attributes.value).toBe(`${host.url}/flux.xml`)
  expect(host.requests).toHaveLength(0)
  for (const [typed, said] of [
    ["", "L’adresse du flux est requise"],
    ["javascript:alert(1)", "L’adresse du flux doit être une adresse"],
    [`https://a.example/${"a".repeat(3_000)}`, "L’adresse du flux"],
  ] as const) {
    const refused = await post(typed)
    expect([refused.status, refused.main.text]).toEqual([400, expect.stringContaining(said)])
  }
})

test("the page goes on without what cannot be loaded, and says so", async () => {
  const cookie = await signInAsNew("admin")
  const page = await withoutTable("file_copies", () => visitAs(cookie, "/admin/moving"))
  expect(page.get("main").text).toContain("Impossible de charger le déménagement")
  expect(page.get("main").text).toContain("4. Faire suivre les abonnés")
  expect(page.status).toBe(503)
  expect(takeLoggedErrors().length).toBeGreaterThan(0)
})
