import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { settings } from "#app/db/schema/accounts.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { letters } from "#app/db/schema/letters.server.ts"
import { PUBLIC_URL } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode, createLetter, createNews, createPost, storedRows } from "#test/factories.ts"
import { setSettings } from "#test/site-settings.ts"
import { toDay } from "#app/kit/lib/dates.ts"
import { WEEKDAYS } from "./digest-schedule.ts"
import { unscheduleLetter } from "../sending/transitions.server.ts"
import { writeAutomaticLetters } from "./write-automatic-letters.server.ts"

useDatabase()

const MINUTE_MS = 60_000
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS)
const written = () => db.select().from(letters).orderBy(letters.id)
/** As if it had been switched on that long ago. */
async function switchOn(values: Parameters<typeof setSettings<"automatic">>[1], minutes = 24 * 60) {
  await setSettings("automatic", values)
  await db
    .update(settings)
    .set({ updatedAt: minutesAgo(minutes) })
    .where(sql`${settings.name} like 'automatic.%'`)
}
const setEpisode = (id: number, values: Partial<typeof episodes.$inferInsert>) =>
  db.update(episodes).set(values).where(eq(episodes.id, id))

describe("the announcement of an episode", () => {
  beforeEach(() => switchOn({ announces: true }))

  test("47.2 is scheduled half an hour after its publication, for who chose episodes", async () => {
    const publishedAt = minutesAgo(10)
    const { id } = await createEpisode({ title: "L’été", guest: "Awa", publishedAt })
    await writeAutomaticLetters()
    expect(await written()).toMatchObject([
      {
        title: "Nouvel épisode\u00a0: L’été",
        content: `Bonjour,\n\nUn nouvel épisode vient de paraître.\n\n${PUBLIC_URL}/episodes/${id}\n`,
        ...{ topic: "episodes", state: "scheduled", isArchived: true, announcedEpisodeId: id },
        scheduledAt: new Date(publishedAt.getTime() + 30 * MINUTE_MS),
      },
    ])
    const [logged] = (await storedRows("audit_log")).slice(-1)
    expect(logged).toMatchObject({ action: "create", kind: "letter", actor: "lettres automatiques" })
  })

  test("says what hosts want it to, when they want it", async () => {
    await setSettings("automatic", {
      announceDelay: 120,
      announceSubject: "{podcast} n° {numéro} : {invité}",
      announceIntro: "Voici **{titre}**.",
      isArchived: false,
    })
    const publishedAt = minutesAgo(1)
    const { id } = await createEpisode({ title: "Un *mot*", guest: "Awa", number: 12, publishedAt })
    await writeAutomaticLetters()
    expect(await written()).toMatchObject([
      {
        title: "CKO n° 12\u00a0: Awa",
        content: `Voici **Un \\*mot\\***.\n\n${PUBLIC_URL}/episodes/${id}\n`,
        isArchived: false,
        scheduledAt: new Date(publishedAt.getTime() + 120 * MINUTE_MS),
      },
    ])
  })

  test("is written once, however many processes look, and not again when it was deleted", async () => {
    await createEpisode({ publishedAt: minutesAgo(1) })
    await Promise.all(Array.from({ length: 5 }, () => writeAutomaticLetters()))
    expect(await written()).toHaveLength(1)
    await db.delete(letters)
    await writeAutomaticLetters()
    expect(await written()).toEqual([])
  })

  test("is not written again when a host has cancelled it", async () => {
    await createEpisode({ publishedAt: minutesAgo(1) })
    await writeAutomaticLetters()
    const [letter] = await written()
    expect(await unscheduleLetter(letter?.id ?? 0)).toBe("done")
    await writeAutomaticLetters()
    expect(await written()).toMatchObject([{ state: "draft", scheduledAt: null }])
  })

  test.each([
    ["came out before it was switched on", { publishedAt: minutesAgo(25 * 60) }],
    ["is a draft", { isPublished: false, publishedAt: minutesAgo(1) }],
    ["is to come out later", { publishedAt: minutesAgo(-60) }],
  ])("is not written of one that %s", async (_why, values) => {
    await createEpisode(values)
    await writeAutomaticLetters()
    expect(await written()).toEqual([])
  })

  test("is not written of what comes out long after its date, such as what is imported", async () => {
    await switchOn({ announces: true }, 60 * 24 * 60)
    await createEpisode({ publishedAt: minutesAgo(5 * 24 * 60) })
    await writeAutomaticLetters()
    expect(await written()).toEqual([])
  })

  test("is not written of a whole catalogue at once, now or later", async () => {
    for (let n = 0; n < 4; n += 1) await createEpisode({ publishedAt: minutesAgo(1) })
    await writeAutomaticLetters()
    await writeAutomaticLetters()
    expect(await written()).toEqual([])
    await createEpisode({ publishedAt: minutesAgo(1) })
    await writeAutomaticLetters()
    expect(await written()).toHaveLength(1)
  })

  test("is not written of one that hosts have already written about", async () => {
    const { id } = await createEpisode({ publishedAt: minutesAgo(1) })
    await createLetter({ content: `À écouter\u00a0:\n\n${PUBLIC_URL}/episodes/${id}\n` })
    const other = await createEpisode({ publishedAt: minutesAgo(1) })
    await createLetter({
      content: `${PUBLIC_URL}/episodes/${other.id}0`,
      state: "draft",
      publishedAt: null,
      endedAt: null,
    })
    await writeAutomaticLetters()
    expect((await written()).map(({ announcedEpisodeId }) => announcedEpisodeId)).toEqual([
      null,
      null,
      other.id,
    ])
  })

  test("comes with notice where the site was down at its time", async () => {
    await createEpisode({ publishedAt: minutesAgo(600) })
    const before = Date.now()
    await writeAutomaticLetters()
    const [letter] = await written()
    expect(letter?.scheduledAt?.getTime()).toBeGreaterThan(before + 4 * MINUTE_MS)
  })
})

describe("an episode that is taken back", () => {
  beforeEach(() => switchOn({ announces: true }))

  test.each([
    ["unpublished", (id: number) => setEpisode(id, { isPublished: false })],
    ["dated into the future", (id: number) => setEpisode(id, { publishedAt: minutesAgo(-600) })],
    ["reserved for supporters", (id: number) => setEpisode(id, { reservedFor: "always" })],
    ["deleted", (id: number) => db.delete(episodes).where(eq(episodes.id, id))],
  ])("holds its letter back at once when it is %s", async (_how, takeBack) => {
    const { id } = await createEpisode({ publishedAt: minutesAgo(1) })
    await writeAutomaticLetters()
    await takeBack(id)
    expect(await written()).toMatchObject([{ state: "draft", scheduledAt: null }])
    await writeAutomaticLetters()
    expect(await written()).toMatchObject([{ state: "draft" }])
  })

  test("and published again has its letter leave after all, once", async () => {
    const { id } = await createEpisode({ publishedAt: minutesAgo(1) })
    await writeAutomaticLetters()
    await setEpisode(id, { isPublished: false })
    await setEpisode(id, { isPublished: true })
    await writeAutomaticLetters()
    await writeAutomaticLetters()
    expect(await written()).toMatchObject([{ state: "scheduled", announcedEpisodeId: id }])
  })

  test("does not have a letter leave that a host has edited meanwhile", async () => {
    const { id } = await createEpisode({ publishedAt: minutesAgo(1) })
    await writeAutomaticLetters()
    await setEpisode(id, { isPublished: false })
    await db.update(letters).set({ version: 2 })
    await setEpisode(id, { isPublished: true })
    await writeAutomaticLetters()
    expect(await written()).toMatchObject([{ state: "draft" }])
  })

  test("leaves a letter alone that is already on its way", async () => {
    const { id } = await createEpisode({ publishedAt: minutesAgo(1) })
    await writeAutomaticLetters()
    await db.update(letters).set({ state: "sending", publishedAt: new Date() })
    await setEpisode(id, { isPublished: false })
    expect(await written()).toMatchObject([{ state: "sending" }])
  })

  test("of which only the words are corrected keeps its letter", async () => {
    const { id } = await createEpisode({ publishedAt: minutesAgo(1) })
    await writeAutomaticLetters()
    await setEpisode(id, { title: "Corrigé" })
    expect(await written()).toMatchObject([{ state: "scheduled" }])
  })
})

describe("the digest", () => {
  /** Due now: the rhythm of today's weekday, at an hour that has passed or is close. */
  async function dueNow(more: Parameters<typeof setSettings<"automatic">>[1] = {}) {
    const day = new Date(`${toDay(new Date())}T00:00:00Z`).getUTCDay() || 7
    const digestWeekday = WEEKDAYS[day - 1]
    await switchOn({ digest: "weekly", digestWeekday, digestHour: 0, ...more }, 60 * 24 * 60)
  }

  test("47.2 tells what came out since the one before, and nothing else", async () => {
    await dueNow()
    const { id } = await createEpisode({ publishedAt: minutesAgo(60) })
    await createPost({ slug: "un-mot", publishedAt: minutesAgo(50) })
    const item = await createNews({ publishedAt: minutesAgo(40) })
    await createEpisode({ publishedAt: minutesAgo(9 * 24 * 60) })
    await createEpisode({ publishedAt: minutesAgo(-60) })
    await createPost({ isPublished: false })
    await writeAutomaticLetters()
    const [letter] = await written()
    expect(letter).toMatchObject({ title: "CKO\u00a0: les nouveautés", state: "scheduled", topic: "letters" })
    expect(letter?.digestOf).toMatch(/^\d{4}-W\d{2}$/)
    expect(letter?.content).toBe(
      [
        "Bonjour,",
        "Voici ce qui est paru depuis notre dernier courrier.",
        ...["## Épisodes", `${PUBLIC_URL}/episodes/${id}`],
        ...["## Articles", `${PUBLIC_URL}/blog/un-mot`],
        ...["## Actualités", `${PUBLIC_URL}/news#actualite-${item.id}\n`],
      ].join("\n\n"),
    )
  })

  test("is written once, however many processes look, and not again when it was deleted", async () => {
    await dueNow({ digestTopic: "episodes" })
    await createEpisode({ publishedAt: minutesAgo(60) })
    await Promise.all(Array.from({ length: 5 }, () => writeAutomaticLetters()))
    expect(await written()).toMatchObject([{ topic: "episodes" }])
    await db.delete(letters)
    await createEpisode({ publishedAt: minutesAgo(1) })
    await writeAutomaticLetters()
    expect(await written()).toEqual([])
  })

  test("without anything new is not written", async () => {
    await dueNow()
    await createEpisode({ publishedAt: minutesAgo(9 * 24 * 60) })
    await writeAutomaticLetters()
    expect(await written()).toEqual([])
  })

  test("begins with the time after it was switched on", async () => {
    await dueNow()
    await db.execute(
      sql`update settings set updated_at = now() + interval '2 hours' where name = 'automatic.digest'`,
    )
    await createEpisode({ publishedAt: minutesAgo(1) })
    await writeAutomaticLetters()
    expect(await written()).toEqual([])
  })
})

test("nothing is written where hosts did not switch it on", async () => {
  await createEpisode({ publishedAt: minutesAgo(1) })
  await writeAutomaticLetters()
  await switchOn({ announces: true })
  await setSettings("automatic", { announces: false })
  await writeAutomaticLetters()
  expect(await written()).toEqual([])
})
