import { beforeEach, describe, expect, test } from "vitest"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { send } from "#test/app.ts"
import { db } from "#app/db/client.server.ts"
import { letterRecipients, letters } from "#app/db/schema/letters.server.ts"
import { useDatabase, withoutTable } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import {
  ageAuthentication,
  createUser,
  followAs,
  openSession,
  readPage,
  sendForm,
  signInAsNew,
  visitAs,
} from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { setSettings } from "#test/site-settings.ts"
import { anywhere, feedOf, sendFeed, sendStatus, startFeedHost } from "#test/feed-host.ts"
import { lookAtNewFeed } from "#app/podcast/migration/look/look-at-new-feed.server.ts"
import { findingsOfNew } from "#app/podcast/migration/look/new-feed-findings.ts"

/** Of this machine: what a host types is never asked for there. */
const INSIDE = "http://127.0.0.1:8099/flux"
const OUT = "/admin/moving/out"

useDatabase()

const own = (guid: string, title?: string) =>
  createEpisode({ guid, audioUrl: "https://sons.exemple.test/1.mp3", ...(title && { title }) })

describe("the feed with the next host", () => {
  let host: Awaited<ReturnType<typeof startFeedHost>>
  beforeEach(async () => {
    host = await startFeedHost()
    return () => host.close()
  })
  async function look(feed: string | ReturnType<typeof sendStatus>) {
    host.reply("/flux", typeof feed === "string" ? sendFeed(feed) : feed)
    const address = `${host.url}/flux`
    const findings = findingsOfNew(await lookAtNewFeed(address, anywhere), address)
    return findings.map(({ state, title }) => `${state} ${title}`)
  }

  test("41.3 has all episodes of this one under their names", async () => {
    for (const guid of ["g0", "g1"]) await own(guid)
    await createEpisode({
      guid: "brouillon",
      isPublished: false,
      audioUrl: "https://sons.exemple.test/2.mp3",
    })
    expect(await look(feedOf(3))).toEqual([
      expect.stringMatching(
        /^good «\u00a0.*\u00a0» a tous vos épisodes \(2\), sous les mêmes identifiants\.$/,
      ),
    ])
  })

  test("lacks some, which are named", async () => {
    await own("g0")
    await own("perdu", "Le perdu")
    expect(await look(feedOf(3))).toEqual([
      "fix Un épisode manque chez le nouvel hébergeur, sur 2\u00a0: Le perdu",
    ])
  })

  test("has others, or the same under other names", async () => {
    await own("a")
    expect(await look(feedOf(3))).toEqual([expect.stringMatching(/^fix .*aucun de vos épisodes/)])
  })

  test("is no feed, leads here, or says that it is elsewhere", async () => {
    await own("g0")
    expect(await look(sendStatus(404))).toEqual([expect.stringMatching(/^fix .*404/)])
    expect(await look(sendStatus(301, { location: "https://cko.test/feed.xml" }))).toEqual([
      "fix Cette adresse mène à ce site.",
    ])
    const moved = "<itunes:new-feed-url>https://ailleurs.example/flux</itunes:new-feed-url>"
    expect((await look(feedOf(1, moved)))[1]).toBe(
      "look Ce flux annonce lui-même une autre adresse\u00a0: https://ailleurs.example/flux",
    )
  })
})

describe("migrating to another host", () => {
  let cookie = ""
  beforeEach(async () => {
    cookie = await signInAsNew("admin")
    await own("g0", "Minuit")
  })
  const post = (fields: Record<string, string>) => sendForm(OUT, fields, { cookie })
  const feed = () => send("/feed.xml")
  async function visitOut() {
    const main = (await visitAs(cookie, OUT)).get("main")
    return { text: main.text, links: main.all("a").map(({ attributes }) => attributes.href) }
  }

  test("begins with a lock that is taken off, and put on again", async () => {
    expect(await (await feed()).text()).toContain("<podcast:locked>yes</podcast:locked>")
    await post({ intent: "unlock" })
    expect(await (await feed()).text()).toContain("<podcast:locked>no</podcast:locked>")
    expect((await visitAs(cookie, OUT)).get("main").text).toContain("Verrouiller à nouveau")
    await post({ intent: "lock" })
    expect(await (await feed()).text()).toContain("<podcast:locked>yes</podcast:locked>")
  })

  test("41.3 sends nobody where nothing was found, unless a host insists; and takes it back", async () => {
    const fields = { intent: "forward", address: INSIDE, redirects: "on" }
    const refused = await readPage(await post(fields))
    expect(refused.status).toBe(400)
    const { text } = refused.get("main")
    expect(text).toContain("rien n’a été changé")
    expect(text).toContain("réseau privé")
    expect(refused.get("input", { name: "address" }).attributes.value).toBe(INSIDE)
    expect((await feed()).status).toBe(200)

    const done = await post({ ...fields, isSure: "on" })
    expect(done.status).toBe(302)
    expect((await followAs(cookie, done)).get("main").text).toContain("Les abonnés suivent déjà")
    const led = await feed()
    expect([led.status, led.headers.get("location")]).toEqual([301, INSIDE])
    expect(led.headers.get("cache-control")).toBe("public, max-age=3600")
    expect(led.headers.get("access-control-allow-origin")).toBe("*")

    await post({ intent: "come-back" })
    expect((await feed()).status).toBe(200)
    expect(siteSettings().feed).toMatchObject({ newAddress: "", redirects: false, isLocked: true })
  })

  test("can only announce where the podcast is", async () => {
    await post({ intent: "forward", address: INSIDE, isSure: "on" })
    const response = await feed()
    expect(response.status).toBe(200)
    expect(await response.text()).toContain(`<itunes:new-feed-url>${INSIDE}</itunes:new-feed-url>`)
  })

  test("never goes in a circle", async () => {
    const refused = await readPage(
      await post({ intent: "forward", address: "https://cko.test/feed.xml", redirects: "on", isSure: "on" }),
    )
    expect(refused.status).toBe(400)
    expect(refused.get("main").text).toContain("Cette adresse est celle de ce site.")
    await setSettings("feed", { newAddress: "https://cko.test/feed.xml", redirects: true })
    expect((await feed()).status).toBe(200)
  })

  test("only looks where it is asked to look", async () => {
    const looked = await readPage(await post({ intent: "look-new", address: INSIDE }))
    expect([looked.status, looked.get("main").text]).toEqual([200, expect.stringContaining("réseau privé")])
    expect(siteSettings().feed.newAddress).toBe("")
    const empty = await readPage(await post({ intent: "look-new", address: "" }))
    expect([empty.status, empty.get("main").text]).toEqual([
      400,
      expect.stringContaining("L’adresse du flux est requise"),
    ])
  })

  test("41.6 writes the letter to the subscribers once, as a draft, and leads to it", async () => {
    await setSettings("feed", { newAddress: "https://ailleurs.example/flux?a=_b_", redirects: true })
    const answers = await Promise.all([1, 2, 3].map(() => post({ intent: "write-letter" })))
    expect(answers.map(({ status, headers }) => [status, headers.get("location")])).toEqual(
      answers.map(() => [302, "/admin/letters/1"]),
    )
    const [letter, ...others] = await db.select().from(letters)
    expect(others).toEqual([])
    expect(letter).toMatchObject({ state: "draft", topic: "episodes", scheduledAt: null, publishedAt: null })
    expect(letter?.content).toContain("<https://ailleurs.example/flux?a=_b_>")
    const page = await followAs(cookie, answers[0] ?? new Response())
    expect([page.status, page.get("textarea", { name: "content" }).raw]).toEqual([
      200,
      expect.stringContaining("elle suit d’elle-même"),
    ])
    const { links } = await visitOut()
    expect(links).toContain("/admin/letters/1")

    // What left is another letter; what a host has renamed, too.
    await db.update(letters).set({ state: "sending", publishedAt: new Date() })
    expect((await post({ intent: "write-letter" })).headers.get("location")).toBe("/admin/letters/2")
    expect(await db.$count(letters)).toBe(2)
    expect(await db.$count(letterRecipients)).toBe(0)
  })

  test("leads to what takes the whole site along", async () => {
    const { text, links } = await visitOut()
    expect(text).not.toContain("npm run")
    for (const to of ["/admin/maintenance/export", "/admin/newsletter", "/admin/redirects"])
      expect(links).toContain(to)
  })

  test("says when the letter cannot be looked for", async () => {
    const page = await withoutTable("letters", () => visitAs(cookie, OUT))
    expect(page.get("main").text).toContain("Impossible de chercher la lettre aux abonnés")
    const failed = await withoutTable("letters", () => post({ intent: "write-letter" }))
    expect((await readPage(failed)).status).toBe(500)
    expect(takeLoggedErrors().length).toBeGreaterThan(0)
  })

  test("1.2 is for admins, whatever moderators may write to the subscribers", async () => {
    const writer = await openSession(await createUser("moderator", undefined, ["letters"]))
    const response = await sendForm(OUT, { intent: "write-letter" }, { cookie: writer })
    expect([response.status, await db.$count(letters)]).toEqual([403, 0])
  })

  test("waits for re-authentication, as the feed’s settings do", async () => {
    await ageAuthentication(cookie, 3_600)
    expect((await post({ intent: "forward", address: INSIDE, isSure: "on" })).status).toBe(403)
    const settings = { intent: "save", fields: "newAddress", newAddress: "https://ailleurs.example/flux" }
    expect((await sendForm("/admin/site/feed", settings, { cookie })).status).toBe(403)
    expect(siteSettings().feed.newAddress).toBe("")
  })
})
