import { asc, eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { createEpisode } from "#test/factories.ts"
import { openOffice } from "#test/manager.ts"

const office = openOffice()

const PATH = "/admin/episodes"
const send = (fields: Record<string, string>) => office.send(PATH, fields)
const create = (fields: Record<string, string> = {}) =>
  send({ intent: "save", title: "T", guest: "G", isPublished: "on", ...fields })
const createDraft = (fields: Record<string, string> = {}) =>
  send({ intent: "save", title: "T", guest: "G", ...fields })
const edit = async (id: number, fields: Record<string, string>) => {
  const [row] = await db.select({ version: episodes.version }).from(episodes).where(eq(episodes.id, id))
  return send({ intent: "save", id: `${id}`, version: `${row?.version}`, title: "T", guest: "G", ...fields })
}
const toggle = (intent: "publish" | "unpublish", id: number) => send({ intent, id: `${id}` })
const numbers = async () =>
  (await db.select({ number: episodes.number }).from(episodes).orderBy(asc(episodes.id))).map(
    ({ number }) => number,
  )

test("3.3 the number of an episode is the next of its season at its first publication; a draft has none", async () => {
  await createDraft()
  await create()
  await create({ season: "2" })
  await create({ season: "2" })
  await create()
  await toggle("publish", 1)
  expect(await numbers()).toEqual([3, 1, 1, 2, 2])
})

test.each([
  ["the list's button", (id: number) => toggle("publish", id)],
  ["the form", (id: number) => edit(id, { isPublished: "on" })],
  ["a date to come", (id: number) => edit(id, { isPublished: "on", publicationDay: "2099-01-01" })],
])("the number of an episode is given by %s", async (_how, publish) => {
  await createEpisode({ number: 41 })
  await createDraft()
  await publish(2)
  expect(await numbers()).toEqual([41, 42])
})

test("the number of an episode leaves no hole where the last one was a test, deleted since", async () => {
  await create()
  await create()
  await send({ intent: "delete", id: "2" })
  await create()
  expect(await numbers()).toEqual([1, 2])
})

test("3.3 the number of an episode stays while an episode is hidden, edited and shown again, whatever was published meanwhile", async () => {
  await create()
  await toggle("unpublish", 1)
  await create()
  await toggle("publish", 1)
  await toggle("publish", 1)
  await edit(1, { number: "1", title: "Autre", isPublished: "on" })
  expect(await numbers()).toEqual([1, 2])
})

test("the number of an episode is what the host writes, and none where the host takes it away", async () => {
  await create({ number: "7", season: "3" })
  await create({ season: "3" })
  await edit(1, { isPublished: "on", season: "3" })
  await createDraft({ season: "3", number: "30" })
  expect(await numbers()).toEqual([null, 8, 30])
})

test("the number of an episode is never shared by two who publish at once", async () => {
  for (let n = 1; n <= 6; n += 1) await createDraft()
  await Promise.all([
    ...[1, 2, 3].map((id) => toggle("publish", id)),
    ...[4, 5, 6].map((id) => edit(id, { isPublished: "on" })),
    ...[7, 8, 9].map(() => create()),
  ])
  expect((await numbers()).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test("the number of an episode is given once to an episode that two publish at once", async () => {
  await createDraft()
  await Promise.all([1, 2, 3, 4].map(() => toggle("publish", 1)))
  await create()
  expect(await numbers()).toEqual([1, 2])
})

test("the number of an episode after the largest that fits is found all the same", async () => {
  await createEpisode({ number: 2_147_483_647 })
  expect((await create()).status).toBe(302)
  expect(await numbers()).toEqual([2_147_483_647, 1])
})

test("3.2 an episode without a guest is saved from the card where the box says so", async () => {
  expect((await create({ guest: "", hasNoGuest: "on" })).status).toBe(302)
  expect(await db.select().from(episodes)).toMatchObject([{ guest: "", hasNoGuest: true }])
  expect((await edit(1, { guest: "Awa", isPublished: "on" })).status).toBe(302)
  expect(await db.select().from(episodes)).toMatchObject([{ guest: "Awa", hasNoGuest: false }])
})

test.each([
  [{ guest: "" }, "L’invité est requis"],
  [{ guest: "Awa", hasNoGuest: "on" }, "Videz ce champ, ou décochez « Épisode sans invité »"],
  [{ guest: "", title: "" }, "L’invité est requis"],
  [{ guest: "", people: "Awa", card: "on" }, "L’invité est requis"],
])("3.2 an episode without a guest %j is refused: %s", async (fields, problem) => {
  const response = await create(fields)
  expect(response.status).toBe(400)
  expect(await response.text()).toContain(problem)
  expect(await numbers()).toEqual([])
})
