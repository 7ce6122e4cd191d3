import { expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { episodeGuests } from "#app/db/schema/guests.server.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode, createGuest } from "#test/factories.ts"
import { visit } from "#test/html.ts"

useDatabase()

const onDay = (day: number) => new Date(Date.UTC(2026, 0, day))

async function neighboursOf(id: number) {
  const page = await visit(`/episodes/${id}`)
  return page
    .all("nav", { "aria-label": "Épisodes voisins" })
    .flatMap((nav) => nav.all("a"))
    .map(({ text, attributes }) => [text, attributes.href])
}

test("3.11 an episode leads to the public ones right before and after it in time", async () => {
  await createEpisode({ title: "Le deux", guest: "Awa", publishedAt: onDay(2) })
  await createEpisode({ title: "Le quatre", guest: "", publishedAt: onDay(4) })
  await createEpisode({ title: "Le trois", publishedAt: onDay(3) })
  await createEpisode({ title: "Brouillon", publishedAt: onDay(3), isPublished: false })
  await createEpisode({ title: "Demain", publishedAt: new Date(Date.now() + 3_600_000) })
  expect(await neighboursOf(3)).toEqual([
    ["←\u00a0Épisode précédent : Awa : Le deux", "/episodes/1"],
    ["Épisode suivant\u00a0→ : Le quatre", "/episodes/2"],
  ])
  expect(await neighboursOf(1)).toEqual([[expect.stringContaining("Épisode suivant"), "/episodes/3"]])
  expect(await neighboursOf(2)).toEqual([[expect.stringContaining("Épisode précédent"), "/episodes/3"]])
})

test("episodes of the same moment are neighbours in the order of their lists", async () => {
  for (let n = 1; n <= 3; n += 1) await createEpisode({ publishedAt: onDay(1) })
  expect((await neighboursOf(2)).map(([, address]) => address)).toEqual(["/episodes/1", "/episodes/3"])
})

test("an only episode has no neighbours", async () => {
  await createEpisode()
  expect(await neighboursOf(1)).toEqual([])
})

test("an episode shows the four latest others with any of its guests", async () => {
  const [keza, ilyes, other] = [
    await createGuest({ name: "Kéza" }),
    await createGuest({ name: "Ilyès" }),
    await createGuest(),
  ]
  const invite = (episodeId: number, guestId: number, position = 0) =>
    db.insert(episodeGuests).values({ episodeId, guestId, position })
  for (let day = 1; day <= 9; day += 1) {
    await createEpisode({ publishedAt: onDay(day), isPublished: day !== 8 })
    await invite(day, day === 9 ? other.id : keza.id)
  }
  await invite(5, ilyes.id, 1)
  await invite(9, ilyes.id, 1)
  const others = async (id: number) => {
    const [section] = (await visit(`/episodes/${id}`)).all("section", { "aria-labelledby": "meme-invite" })
    return [section?.get("h2").text, section?.all("h3").map((title) => title.get("a").attributes.href)]
  }
  const leadTo = (...ids: number[]) => ids.map((id) => `/episodes/${id}`)
  expect(await others(1)).toEqual(["Encore avec Kéza", leadTo(7, 6, 5, 4)])
  expect(await others(5)).toEqual(["Avec les mêmes invités", leadTo(9, 7, 6, 4)])
  await createEpisode()
  expect(await others(10)).toEqual([undefined, undefined])
})
