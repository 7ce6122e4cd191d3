import { sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode, storedRows } from "#test/factories.ts"
import { createUser, openSession, visitAs } from "#test/people.ts"
import { ALL, sendExports, workOff } from "#test/site-imports.ts"
import { zipOf } from "#test/zip-file.ts"
import { findImport, startImport, undoImport } from "../imports.server.ts"

useDatabase()

let userId = ""
beforeEach(async () => {
  userId = (await createUser("admin", "awa@cko.test")).id
})

const VTT = "WEBVTT\n\n00:00:01.000 --> 00:00:03.000\nBonjour à tous.\n"
const SRT = "1\n00:00:01,000 --> 00:00:03,000\nSalut.\n"
const CHAPTERS = JSON.stringify({
  version: "1.2.0",
  chapters: [
    { startTime: 0, title: "Début" },
    { startTime: 60, title: "Suite" },
  ],
})
const archive = () =>
  zipOf({
    "t/12.vtt": VTT,
    "t/Nuit blanche.srt": SRT,
    "t/12.chapters.json": CHAPTERS,
    "t/rien.vtt": VTT,
    "t/13.vtt": VTT,
  })

async function createEpisodes() {
  const twelve = await createEpisode({ title: "Douze", number: 12, season: 1 })
  const night = await createEpisode({ title: "Nuit blanche", number: 4, season: 1 })
  const known = await createEpisode({ title: "Treize", number: 13, season: 1 })
  await db.execute(sql`insert into transcripts (episode_id, cues, text) values (${known.id}, '[]', '')`)
  return { twelve, night, known }
}

test("51.2 transcripts and chapters find their episodes by their names, and those of none are named", async () => {
  const { twelve, night } = await createEpisodes()
  const id = await sendExports(userId, archive())
  await workOff()
  const found = await findImport(id)
  expect(found?.findings?.parts).toEqual({
    ...{ transcripts: 2, chapters: 1, known: 1, unknown: 1, unknownNames: ["t/rien.vtt"] },
  })
  const page = await visitAs(await openSession({ id: userId }), `/admin/import/${id}`)
  expect(page.get("main").text).toContain("Un fichier n’est d’aucun épisode")
  await startImport(id, ALL)
  await workOff()
  const made = (await storedRows("transcripts")).filter(({ text }) => text !== "")
  expect(
    made.map(({ episode_id, text, is_published }) => [episode_id, text, is_published]).toSorted(),
  ).toEqual([
    [twelve.id, "Bonjour à tous.", false],
    [night.id, "Salut.", false],
  ])
  const episode = (await storedRows("episodes")).find((one) => one.id === twelve.id)
  expect(episode?.chapters).toMatchObject([{ title: "Début" }, { title: "Suite" }])
  const { report } = (await findImport(id)) ?? {}
  expect(report).toMatchObject({ chapters: 1, targets: { transcript: { created: 2, unchanged: 1 } } })
})

test("51.3 transcripts are read by all where the host says so, come once, and are taken back unless they were edited", async () => {
  const { night } = await createEpisodes()
  for (const expected of [2, 0]) {
    const again = await sendExports(userId, archive())
    await workOff()
    await startImport(again, { ...ALL, transcripts: "public" })
    await workOff()
    expect((await findImport(again))?.report?.targets.transcript.created).toBe(expected)
  }
  const published = (await storedRows("transcripts")).filter(({ is_published }) => is_published)
  expect(published).toHaveLength(2)
  await db.execute(sql`update transcripts set version = version + 1 where episode_id = ${night.id}`)
  await undoImport(1)
  await workOff()
  expect((await storedRows("transcripts")).filter(({ text }) => text !== "")).toMatchObject([
    { episode_id: night.id },
  ])
})

test("51.3 none comes where the host wants none", async () => {
  await createEpisodes()
  const id = await sendExports(userId, archive())
  await workOff()
  await startImport(id, { ...ALL, transcripts: "none" })
  await workOff()
  expect((await storedRows("transcripts")).filter(({ text }) => text !== "")).toEqual([])
})
