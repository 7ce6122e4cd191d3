import { expect, test } from "vitest"
import { item, readAll, rss } from "#test/feed-fixtures.ts"

const PSC = 'xmlns:psc="http://podlove.org/simple-chapters"'
const chaptersOf = async (xml: string, namespaces = PSC) =>
  (await readAll(rss(item(xml), namespaces))).items.map(({ chapters }) => chapters)

test("39.2 a feed's Podlove Simple Chapters are the episode's", async () => {
  const xml = `<psc:chapters version="1.2">
    <psc:chapter start="00:12:34.500" title="La rencontre &amp; la suite" href="https://a.example/" image="https://a.example/b.jpg"/>
    <psc:chapter start="0" title="Intro"></psc:chapter>
    <psc:chapter start="90.25" title="Deux"/><psc:chapter start="jamais" title="Non"/><psc:chapter/>
  </psc:chapters>`
  expect(await chaptersOf(xml)).toEqual([
    "0:00 Intro\n1:30.25 Deux\n12:34.5 La rencontre & la suite | https://a.example/ | image https://a.example/b.jpg",
  ])
})

test.each([
  ["without any", "", PSC],
  ["with an empty list", "<psc:chapters/>", PSC],
  [
    "of another vocabulary",
    '<x:chapters><x:chapter start="0" title="Un"/></x:chapters>',
    'xmlns:x="https://x.example"',
  ],
])("an item %s has no field for them", async (_, xml, namespaces) => {
  const [read] = (await readAll(rss(item(xml), namespaces))).items
  expect(read).toBeDefined()
  expect(read).not.toHaveProperty("chapters")
})

test("so many chapters that nobody listens to them are cut", async () => {
  const many = Array.from({ length: 3_000 }, (_, at) => `<psc:chapter start="${at}" title="${at}"/>`).join("")
  const [chapters] = await chaptersOf(`<psc:chapters>${many}</psc:chapters>`)
  expect(chapters?.split("\n")).toHaveLength(500)
})
