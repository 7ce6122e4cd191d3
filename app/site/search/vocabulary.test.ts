import { eq, sql } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { searchVocabulary } from "#app/db/schema/search.server.ts"
import { useDatabase } from "#test/database.ts"
import { createEpisode, createNews } from "#test/factories.ts"
import { fillIndex, forgetWords } from "./fill-index.server.ts"
import { getResults } from "#test/found-fixtures.ts"

useDatabase()

const change = (id: number, values: Partial<typeof episodes.$inferInsert>) =>
  db.update(episodes).set(values).where(eq(episodes.id, id))
async function documentsOf(word: string) {
  const [row] = await db.select().from(searchVocabulary).where(eq(searchVocabulary.word, word))
  return row?.documents
}
const isSuggested = async (typed: string, suggestion: string) =>
  (await getResults(typed)).includes(`>${suggestion}</a>`)

describe("the vocabulary counts in how many documents a word is:", () => {
  test("each once, however often it is saved", async () => {
    const { id } = await createEpisode({ title: "Xylophone", description: "xylophone encore" })
    await createNews({ title: "Un xylophone" })
    await fillIndex()
    expect(await documentsOf("xylophone")).toBe(2)
    for (const title of ["Xylophone un", "Xylophone deux"]) {
      await change(id, { title })
      await fillIndex()
    }
    expect(await documentsOf("xylophone")).toBe(2)
    expect(await documentsOf("deux")).toBeDefined()
  })

  test("saved again before it was counted, it is counted once", async () => {
    const { id } = await createEpisode({ title: "Xylophone" })
    await change(id, { title: "Xylophone deux" })
    expect((await fillIndex()).counted).toBe(1)
    expect(await documentsOf("xylophone")).toBe(1)
  })
})

describe("what nothing holds any more is forgotten:", () => {
  test("words of what was changed and deleted, in slices, and none that is there still", async () => {
    const { id } = await createEpisode({ title: "Xylophone", description: "Un vibraphone, et du rap." })
    const { id: other } = await createEpisode({ title: "Balafons" })
    await fillIndex()
    await change(id, { title: "Marimba" })
    await db.delete(episodes).where(eq(episodes.id, other))
    await fillIndex()
    let after = ""
    let slices = 0
    do {
      after = await forgetWords(after, 2)
      slices += 1
    } while (after !== "")
    expect(slices).toBeGreaterThan(2)
    const { rows } = await db.execute<{ word: string }>(sql`select word from search_vocabulary order by word`)
    const words = rows.map(({ word }) => word)
    expect(words).toEqual(expect.arrayContaining(["marimba", "rap", "vibraphone"]))
    expect(words.filter((word) => word === "xylophone" || word === "balafons")).toEqual([])
  })

  test("40.1 what was misspelled once and put right is not held to be a word, nor suggested", async () => {
    const { id } = await createEpisode({ title: "Le vibraphonk", guest: "Awa" })
    await fillIndex()
    await change(id, { title: "Le vibraphone" })
    await fillIndex()
    expect(await documentsOf("vibraphonk")).toBe(1)
    expect(await isSuggested("vibraphonk", "vibraphone")).toBe(true)
    expect(await isSuggested("vibraphonz", "vibraphone")).toBe(true)
  })
})
