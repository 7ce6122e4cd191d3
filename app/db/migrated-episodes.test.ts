import { asc, sql } from "drizzle-orm"
import { readFile } from "node:fs/promises"
import { beforeAll, expect, test } from "vitest"
import { openTestDatabase } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import { db } from "./client.server.ts"
import { episodes } from "./schema/content.server.ts"

beforeAll(openTestDatabase)

/** What the migration does to rows that were there before. */
async function migrateRows() {
  const file = await readFile(new URL("../../drizzle/0006_guests-and-rounds.sql", import.meta.url), "utf8")
  for (const statement of file.split("--> statement-breakpoint"))
    if (/^\s*(--.*\s+)*(UPDATE|WITH)\b/.test(statement)) await db.execute(sql.raw(statement))
}

test("episodes of before get their box and their number, in the order of publication within their season", async () => {
  const on = (day: number) => new Date(Date.UTC(2026, 0, day))
  await createEpisode({ title: "Second", guest: "", guid: "a", publishedAt: on(2) })
  await createEpisode({ title: "Premier", publishedAt: on(1) })
  await createEpisode({ title: "À la main", guest: "", publishedAt: on(3) })
  await createEpisode({ title: "Brouillon", isPublished: false, publishedAt: on(4) })
  await createEpisode({ title: "Le sien", season: 2, number: 7, publishedAt: on(5) })
  await createEpisode({ title: "Après", season: 2, publishedAt: on(1) })
  await createEpisode({ title: "Immense", season: 3, number: 2_147_483_647 })
  await createEpisode({ title: "À côté", season: 3 })
  await migrateRows()
  const { title, number, givenNumber, hasNoGuest } = episodes
  const rows = await db
    .select({ title, number, givenNumber, hasNoGuest })
    .from(episodes)
    .orderBy(asc(episodes.id))
  expect(rows.map((row) => Object.values(row))).toEqual([
    ["Second", 2, 2, true],
    ["Premier", 1, 1, false],
    ["À la main", 3, 3, false],
    ["Brouillon", null, null, false],
    ["Le sien", 7, null, false],
    ["Après", 8, 8, false],
    ["Immense", 2_147_483_647, null, false],
    ["À côté", 1, 1, false],
  ])
})
