import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { transcripts } from "#app/db/schema/transcripts.server.ts"
import { type Cue, textOfCues } from "#app/kit/lib/cues.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import { visit } from "#test/html.ts"
import { fillIndex } from "./fill-index.server.ts"
import { titlesOf } from "#test/found-fixtures.ts"
import { cuesOf } from "#test/transcripts.ts"

useDatabase()

const CUES = cuesOf(`WEBVTT

00:00:01.000 --> 00:00:04.000
<v Awa>Bonsoir à toutes & tous.

00:12:34.500 --> 00:12:36.000
<v Sam>Les xylophones de l’oncle Émile sonnaient dans la cave.

01:00:00.000 --> 01:00:02.000
<v Awa>Un xylophone encore.
`)

async function transcribe(cues: Cue[], isPublished = true) {
  // Its number is another one than its transcript's.
  await createEpisode({ title: "Sans transcription" })
  const { id: episodeId } = await createEpisode({
    title: "Le poids",
    audioUrl: "https://audio.example/1.mp3",
  })
  await db.insert(transcripts).values({ episodeId, cues, text: textOfCues(cues), isPublished })
  return episodeId
}
const momentsOf = async (query: string) => {
  const page = await visit(`/recherche?q=${encodeURIComponent(query)}`)
  return page.all("ul", { "aria-label": "Dans la transcription" }).flatMap((list) =>
    list.all("li").map((item) => ({
      text: item.text,
      to: item.all("a")[0]?.attributes.href,
      found: item.all("mark").map((mark) => mark.text),
    })),
  )
}

test("40.1 what is said in an episode is found, with the minutes at which it is said", async () => {
  const id = await transcribe(CUES)
  expect(await titlesOf("xylophone")).toEqual(["Le poids"])
  expect(await momentsOf("xylophone")).toEqual([
    {
      text: "12:34 Les xylophones de l’oncle Émile sonnaient dans la cave.",
      to: `/episodes/${id}?t=754`,
      found: ["xylophones"],
    },
    { text: "1:00:00 Un xylophone encore.", to: `/episodes/${id}?t=3600`, found: ["xylophone"] },
  ])
  expect(await momentsOf("emile cave")).toMatchObject([{ found: ["Émile", "cave"] }])
  // Found by its title, where nobody says so.
  expect([await titlesOf("poids"), await momentsOf("poids")]).toEqual([["Le poids"], []])
})

test("a draft is not found; what is published, changed, taken back or deleted follows", async () => {
  const id = await transcribe(CUES, false)
  expect(await titlesOf("xylophone")).toEqual([])
  const change = (values: Partial<typeof transcripts.$inferInsert>) =>
    db.update(transcripts).set(values).where(eq(transcripts.episodeId, id))
  await change({ isPublished: true })
  expect(await titlesOf("xylophone")).toEqual(["Le poids"])
  await change({ cues: CUES.slice(0, 1), text: textOfCues(CUES.slice(0, 1)) })
  expect([await titlesOf("xylophone"), await titlesOf("bonsoir")]).toEqual([[], ["Le poids"]])
  await change({ isPublished: false })
  expect(await titlesOf("bonsoir")).toEqual([])
  await change({ isPublished: true })
  await db.delete(transcripts)
  expect(await titlesOf("bonsoir")).toEqual([])
  await fillIndex()
  expect(await titlesOf("poids")).toEqual(["Le poids"])
})

test("a transcript without times, or of hostile words, is a text like others", async () => {
  const text = "<script>xylophone</script> & xylophone ".repeat(2_000)
  const id = await transcribe([{ start: null, end: null, speaker: "", text }])
  expect(await titlesOf("xylophone")).toEqual(["Le poids"])
  const moments = await momentsOf("xylophone")
  expect(moments.map(({ to }) => to)).toEqual([undefined])
  expect((await visit(`/recherche?q=xylophone`)).html).not.toContain("<script>xylophone")
  expect(id).toBeGreaterThan(1)
})
