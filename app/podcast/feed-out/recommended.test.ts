import { lookup } from "node:dns"
import { expect, test } from "vitest"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { useDatabase } from "#test/database.ts"
import { visit } from "#test/html.ts"
import { createUser, readPage, sendForm, signInAs } from "#test/people.ts"
import { send } from "#test/app.ts"
import { serve } from "#test/serve.ts"
import { setSettings } from "#test/site-settings.ts"
import { guidOfFeed } from "./podcast-guid.ts"
import { completeRecommended } from "./recommended.server.ts"

useDatabase()

const everywhere = { lookup, isAllowed: () => true }
const GUID = "917393e3-1b1e-5cef-ace4-edaa54e1f810"
const row = (feed: string, name = "", page = "") => ({ feed, name, page, guid: "" })

async function withFeed(channel: string, use: (address: string) => Promise<void>) {
  const host = await serve((_, response) => {
    const namespaces = 'xmlns:podcast="https://podcastindex.org/namespace/1.0"'
    response.end(
      `<rss version="2.0" ${namespaces}><channel>${channel}<item><title>Un</title></item></channel></rss>`,
    )
  })
  await use(`${host.url}/flux.xml`).finally(host.close)
}

test("a podcast says itself what it is called, where its page is, and what it is known by", () =>
  withFeed(
    `<title>Rimes &amp;
      nuit</title><link>https://nuit.exemple.test/</link><podcast:guid>${GUID}</podcast:guid>`,
    async (address) => {
      const { rows, errors } = await completeRecommended(
        [row(address), row(address, "Autrement", "https://a.test/")],
        everywhere,
      )
      expect(errors).toEqual({})
      expect(rows).toEqual([
        { feed: address, name: "Rimes & nuit", page: "https://nuit.exemple.test/", guid: GUID },
        { feed: address, name: "Autrement", page: "https://a.test/", guid: GUID },
      ])
    },
  ))

test("what is known by no name of its own is known by its feed’s address, and not asked again", async () => {
  let asked = ""
  await withFeed("<title>Rimes</title>", async (address) => {
    const { rows } = await completeRecommended([row(address)], everywhere)
    expect(rows[0]?.guid).toBe(guidOfFeed(address))
    await setSettings("feed", { recommended: rows })
    asked = address
  })
  // Nobody answers there any more.
  const again = await completeRecommended([row(asked)], everywhere)
  expect(again).toMatchObject({ errors: {}, rows: [{ name: "Rimes" }] })
})

test("a feed that is none, or does not answer, is taken by the name that somebody wrote", async () => {
  const rows = [
    row("http://127.0.0.1:9/flux.xml"),
    row("http://127.0.0.1:9/flux.xml", "Rimes"),
    row("/feed.xml", "Ici"),
  ]
  const { errors, rows: completed } = await completeRecommended(rows, everywhere)
  expect(Object.keys(errors)).toEqual(["recommended.2.feed", "recommended.0.feed"])
  expect(errors["recommended.0.feed"]).toContain("Écrivez son nom")
  expect(completed[1]).toEqual(rows[1])
  await withFeed("", async (address) => {
    expect((await completeRecommended([row(address)], everywhere)).errors["recommended.0.feed"]).toContain(
      "s’appelle",
    )
  })
})

test("37.3 what hosts recommend is in the feed and on « À propos »; the form keeps what it refuses", async () => {
  await createUser("admin", "awa@cko.test")
  const cookie = await signInAs("awa@cko.test")
  const save = (fields: Record<string, string>) =>
    sendForm("/admin/site/feed", { intent: "save", fields: "recommended", ...fields }, { cookie })
  const refused = await save({ "recommended.0.feed": "http://192.168.1.1/flux" })
  expect(refused.status).toBe(400)
  const form = (await readPage(refused)).get("form", { "aria-label": "Options du flux" })
  expect(form.get("input", { name: "recommended.0.feed" }).attributes.value).toBe("http://192.168.1.1/flux")
  expect(form.text).toContain("Écrivez son nom")
  expect(form.all("input", { name: "recommended.0.guid" })).toEqual([])
  const accepted = await save({
    "recommended.0.feed": "http://192.168.1.1/flux",
    "recommended.0.name": "Rimes & nuit",
  })
  expect(accepted.status).toBe(302)
  expect(siteSettings().feed.recommended).toEqual([row("http://192.168.1.1/flux", "Rimes & nuit")])
  const link = (await visit("/about")).get("a", { href: "http://192.168.1.1/flux" })
  expect(link.text).toContain("Rimes & nuit")
  expect(await (await send("/feed.xml")).text()).toContain(
    `<podcast:podroll><podcast:remoteItem feedGuid="${guidOfFeed("http://192.168.1.1/flux")}" feedUrl="http://192.168.1.1/flux" title="Rimes &amp; nuit"/></podcast:podroll>`,
  )
})
