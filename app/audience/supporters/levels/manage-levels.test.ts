import { expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { supporters } from "#app/db/schema/supporters.server.ts"
import { createEpisode, createLevel, storedRows } from "#test/factories.ts"
import { openOffice } from "#test/manager.ts"
import { fieldProblems, readPage } from "#test/people.ts"

const office = openOffice()

test("53.1 a level has a name, a rank, a price in words, what it opens and where one pays for it", async () => {
  const level = { name: "Coin du ring", price: "10 € par mois", description: "Tout." }
  expect((await office.save("/admin/levels", { ...level, rank: "20" })).status).toBe(302)
  expect(await storedRows("levels")).toMatchObject([{ ...level, rank: 20, pay_url: null }])
  await office.edit("/admin/levels", 1, { payUrl: "don.example/coin" })
  expect(await storedRows("levels")).toMatchObject([
    { name: "Coin du ring", pay_url: "https://don.example/coin" },
  ])
})

test.each([
  ["", "Le rang est requis"],
  ["0", "Le rang doit être un nombre entier à partir de 1"],
  ["101", "Le rang doit être compris entre 1 et 100"],
])("53.1 a rank is from 1 to 100, not %j", async (rank, problem) => {
  const refused = await readPage(await office.save("/admin/levels", { name: "Coin", rank }))
  expect([refused.status, fieldProblems(refused)]).toEqual([400, { Rang: problem }])
  expect(await storedRows("levels")).toEqual([])
})

test("53.1 the list is by rank", async () => {
  for (const [name, rank] of [
    ["Trois", 30],
    ["Un", 10],
    ["Deux", 20],
  ] as const)
    await createLevel({ name, rank })
  const page = await office.see("/admin/levels")
  expect(page.get("h1").text).toBe("Paliers de soutien")
  expect(page.all("p", { class: "list-row-title" }).map(({ text }) => text)).toEqual(["Un", "Deux", "Trois"])
})

test("53.1 a level that comes back from the bin has its supporters and episodes again", async () => {
  const { id } = await createLevel({ name: "Mécène" })
  await db.insert(supporters).values({ email: "awa@cko.test", levelId: id })
  await createEpisode({ reservedFor: "always", reservedLevelId: id })
  await office.send("/admin/levels", { intent: "delete", id: String(id) })
  expect(await storedRows("supporters")).toMatchObject([{ level_id: null }])
  const [binned] = await storedRows("bin")
  await office.send("/admin/bin", { intent: "restore", id: String(binned?.id) })
  expect(await storedRows("supporters")).toMatchObject([{ level_id: id }])
  expect(await storedRows("episodes")).toMatchObject([{ reserved_level_id: id }])
})
