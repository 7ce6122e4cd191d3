import { describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { episodeGuests, guests } from "#app/db/schema/guests.server.ts"
import { PUBLIC_URL, send } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode, createGuest } from "#test/factories.ts"
import { visit } from "#test/html.ts"

useDatabase()

const HOUR_MS = 3_600_000

async function invite(guest: { id: number }, ...episodes: { id: number }[]) {
  await db
    .insert(episodeGuests)
    .values(episodes.map(({ id }) => ({ episodeId: id, guestId: guest.id, position: 0 })))
}

test("3.12 GET /guests/{slug} shows the guest and their public episodes, newest first", async () => {
  const keza = await createGuest({
    slug: "keza",
    name: "Kéza Mondovi",
    role: "Rappeuse",
    linkUrl: "https://www.keza.example/bio",
    pictureUrl: "https://images.example/keza.jpg",
  })
  const other = await createGuest({ slug: "autre" })
  const [old, recent, draft, planned, foreign] = await Promise.all([
    createEpisode({ title: "Ancien", publishedAt: new Date("2026-01-01") }),
    createEpisode({ title: "Récent", publishedAt: new Date("2026-02-01") }),
    createEpisode({ title: "Secret", isPublished: false }),
    createEpisode({ title: "Secret aussi", publishedAt: new Date(Date.now() + HOUR_MS) }),
    createEpisode({ title: "Sans elle" }),
  ])
  await invite(keza, old, recent, draft, planned)
  await invite(other, foreign)
  const page = await visit("/guests/keza")
  expect(page.status).toBe(200)
  expect(page.get("h1").text).toBe("Kéza Mondovi")
  expect(page.get("main").text).toContain("Rappeuse")
  expect(page.get("a", { href: "https://www.keza.example/bio" }).text).toBe("keza.example")
  expect(page.get("main").all("img")[0]?.attributes.src).toBe("https://images.example/keza.jpg")
  const links = page.all("h3").map((title) => title.get("a").attributes.href)
  expect(links).toEqual([`/episodes/${recent.id}`, `/episodes/${old.id}`])
  expect(page.html).not.toMatch(/Secret|Sans elle/)

  expect(page.get("title").text).toBe("Kéza Mondovi · CKO")
  expect(page.get("link", { rel: "canonical" }).attributes.href).toBe(`${PUBLIC_URL}/guests/keza`)
  const [, person] = page.all("script", { type: "application/ld+json" })
  expect(JSON.parse(person?.raw ?? "")).toMatchObject({
    "@type": "Person",
    name: "Kéza Mondovi",
    jobTitle: "Rappeuse",
    sameAs: ["https://www.keza.example/bio"],
    image: "https://images.example/keza.jpg",
  })
})

test("GET /guests/{slug} shows a letter where there is no picture, and claims none", async () => {
  await invite(await createGuest({ slug: "keza", name: "Kéza Mondovi" }), await createEpisode())
  const page = await visit("/guests/keza")
  expect(page.get("header", { class: "border-b-4 border-blood bg-ink-raised" }).text).toBe("K Kéza Mondovi")
  const [, person] = page.all("script", { type: "application/ld+json" })
  expect(JSON.parse(person?.raw ?? "")).not.toHaveProperty("image")
})

test("GET /guests/{slug} is paged by links, and a page past the end leads to the first one", async () => {
  const keza = await createGuest({ slug: "keza" })
  for (let n = 0; n < 25; n += 1) await invite(keza, await createEpisode())
  const first = await visit("/guests/keza")
  expect(first.all("h3")).toHaveLength(24)
  const more = first.get("a", { href: "/guests/keza?page=2" })
  expect(more.text).toBe("Afficher plus d’épisodes")
  expect((await visit("/guests/keza?page=2")).all("h3")).toHaveLength(1)
  const past = await send("/guests/keza?page=9")
  expect([past.status, past.headers.get("location")]).toEqual([302, "/guests/keza"])
})

describe("a guest who is not to be seen", () => {
  test.each([
    "inconnue",
    "Keza",
    "-",
    "%00",
    "%E2%80%8Bkeza",
    "1'--",
    "..%2fkeza",
    "a".repeat(5_000),
    "%ED%A0%80",
  ])("3.12, 2.6 a guest who is not to be seen /guests/%s is not found", async (slug) => {
    await invite(await createGuest({ slug: "keza" }), await createEpisode())
    const page = await visit(`/guests/${slug}`)
    expect(page.status).toBe(404)
  })

  test("a guest who is not to be seen shows with their first public episode, in the sitemap as well", async () => {
    const keza = await createGuest({ slug: "keza", name: "Secrète" })
    const draft = await createEpisode({ isPublished: false })
    await invite(keza, draft)
    const page = await visit("/guests/keza")
    expect(page.status).toBe(404)
    expect(page.get("h1").text).toBe("Invité non trouvé")
    expect(page.html).not.toContain("Secrète")
    const sitemap = async () => (await send("/sitemap.xml")).text()
    expect(await sitemap()).not.toContain("/guests/")
    await invite(keza, await createEpisode())
    expect((await visit("/guests/keza")).status).toBe(200)
    expect(await sitemap()).toContain(`<loc>${PUBLIC_URL}/guests/keza</loc>`)
  })

  test("a guest who is not to be seen has nothing broken out of a name, a role or an address", async () => {
    const nasty = `</script><script>alert(1)</script>'"><img src=x onerror=alert(1)>`
    const keza = await createGuest({ name: nasty, role: nasty, linkUrl: `https://a.example/"><b>` })
    await invite(keza, await createEpisode())
    const page = await visit(`/guests/${keza.slug}`)
    expect(page.get("h1").text).toBe(nasty)
    expect(page.all("b")).toEqual([])
    expect(page.get("main").all("img")).toEqual([])
    expect(await db.$count(guests)).toBe(1)
  })
})
