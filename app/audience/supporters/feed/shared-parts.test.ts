import { eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { levels, supporters } from "#app/db/schema/supporters.server.ts"
import { emptyDatabase } from "#test/database.ts"
import { createEpisode, createLevel } from "#test/factories.ts"
import { recordStatements } from "#test/plans.ts"
import { useServedSite } from "#test/served-site.ts"
import { feedKeyOf } from "./supporter-keys.server.ts"

// What the feeds of supporters are made of is kept by who hears of changes: each of them has to be heard.
const site = useServedSite()
beforeEach(emptyDatabase)

const sound = { audioUrl: "https://son.example/a.mp3", audioType: "audio/mpeg", audioBytes: 1 }

test("55.3 feeds are made of the same, until an episode or a level is another one", async () => {
  const level = await createLevel({ name: "Mécène", rank: 5 })
  const open = await createEpisode({ title: "Ouvert", ...sound })
  await createEpisode({ title: "Réservé", ...sound, reservedFor: "always", reservedLevelId: level.id })
  const keys = await Promise.all(
    [null, level.id].map(async (levelId, n) => {
      const values = { email: `s${n}@cko.test`, levelId }
      const [made] = await db.insert(supporters).values(values).returning()
      return feedKeyOf(made ?? { id: 0, feedNumber: 0 })
    }),
  )
  const feeds = async () => {
    const texts = await Promise.all(
      keys.map(async (key) => (await fetch(`${site.url}/soutiens/${key}.xml`)).text()),
    )
    return texts.map((text) =>
      ["Ouvert", "Réservé", "Autre titre"].filter((title) => text.includes(`<title>${title}<`)),
    )
  }
  await expect.poll(feeds).toEqual([["Ouvert"], ["Ouvert", "Réservé"]])
  const lists = (await recordStatements(feeds)).filter(({ text }) => text.includes("md5(concat("))
  expect(lists).toEqual([])

  await db.update(episodes).set({ title: "Autre titre" }).where(eq(episodes.id, open.id))
  await expect.poll(feeds).toEqual([["Autre titre"], ["Réservé", "Autre titre"]])
  const low = await createLevel({ name: "Ami", rank: 1 })
  await db.update(supporters).set({ levelId: low.id })
  const etag = async () => (await fetch(`${site.url}/soutiens/${keys[0]}.xml`)).headers.get("etag")
  const before = await etag()
  await expect.poll(feeds).toEqual([["Autre titre"], ["Autre titre"]])
  await db.update(levels).set({ rank: 1 }).where(eq(levels.id, level.id))
  await expect.poll(feeds).toEqual([
    ["Réservé", "Autre titre"],
    ["Réservé", "Autre titre"],
  ])
  // Who has the one before is not told that it is the same.
  expect(await etag()).not.toBe(before)
})
