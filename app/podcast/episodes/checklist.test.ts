import { expect, test } from "vitest"
import { checkEpisode } from "./checklist.ts"

const KEY = "k".repeat(22)
const OTHER = "o".repeat(22)
const FULL = {
  thumbnailUrl: "https://a.example/1.jpg",
  audioUrl: `/media/${OTHER}/1.mp3`,
  description: "Une heure ensemble",
}
const SILENT = [{ id: 7, key: KEY }]
const missing = (values: Partial<typeof FULL>) =>
  checkEpisode({ ...FULL, ...values }, SILENT)
    .filter(({ isDone }) => !isDone)
    .map(({ label, advice }) => `${label}: ${advice}`)

test.each([
  [{}, []],
  [{ thumbnailUrl: "" }, ["Image: le site affichera une image de remplacement"]],
  [{ audioUrl: "" }, ["Son: l’épisode ne pourra pas être écouté ici"]],
  [{ description: " \n " }, ["Description: de quoi parle l’épisode\u202f?"]],
  [{ description: "![](https://a.example/1.jpg)" }, ["Textes alternatifs: il en manque à une image"]],
  [{ description: "![Awa](https://a.example/1.jpg)" }, []],
  // Described in the library.
  [{ description: `![](/media/${OTHER}/1.jpg)` }, []],
  [{ description: `![](/media/${KEY}/1.jpg)` }, ["Textes alternatifs: il en manque à une image"]],
  [
    { thumbnailUrl: `/media/${KEY}/1.jpg`, description: "![ ](/a.jpg)" },
    ["Textes alternatifs: il en manque à 2 images"],
  ],
])("3.9 the checklist of %j misses %j", (values, expected) => {
  expect(missing(values)).toEqual(expected)
})

test("the checklist leads to each picture of the library that says nothing, once", () => {
  const picture = `/media/${KEY}/1.jpg`
  const description = `![](${picture}) ![](/media/${OTHER}/1.jpg) ![](https://a.example/1.jpg)`
  const checks = checkEpisode({ ...FULL, thumbnailUrl: picture, description }, SILENT)
  expect(checks.at(-1)).toMatchObject({ advice: "il en manque à 3 images", pictures: SILENT })
})
