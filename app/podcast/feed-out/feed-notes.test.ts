import { expect, test } from "vitest"
import { useDatabase } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import { readFeedEpisodes } from "./feed-episodes.server.ts"
import { feedNotes, notesOfMany } from "./feed-notes.server.ts"

useDatabase()

const SITE = "https://cko.example"
const TEXTS = ["## Titre\n\n[ici](/blog)", "**gras** & <b>", "", "- un\n- deux", "x".repeat(6_000)]

test("what another thread renders of many episodes is what is rendered of each", async () => {
  const ids: number[] = []
  for (let count = 0; count < 30; count += 1) {
    const { id } = await createEpisode({
      description: TEXTS[count % TEXTS.length],
      credits: count % 2 ? "Sam" : "",
    })
    ids.push(id)
  }
  const episodes = await readFeedEpisodes(ids)
  const many = await notesOfMany(episodes, SITE)
  // Without a text, or too long to be one of many.
  expect(many.size).toBe(21)
  for (const episode of episodes.filter(({ id }) => many.has(id)))
    expect(many.get(episode.id)).toEqual(await feedNotes(episode, SITE))
  expect((await notesOfMany(episodes.slice(0, 5), SITE)).size).toBe(0)
})
