import { expect, test } from "vitest"
import { bounded, boundedId } from "./bounds.ts"
import type { Sound, TextThing } from "./things.ts"

const SOUND: Sound = {
  ...{
    guid: "guid",
    address: "https://a.example/1.mp3",
    type: null,
    bytes: 1,
    seconds: 1,
    season: 1,
    number: 1,
  },
  ...{ episodeType: "full", isExplicit: false, subtitle: "", picture: null, chapters: "", transcript: null },
  guests: [],
}
const TEXT: TextThing = {
  ...{ kind: "text", id: "1", type: "post", title: "Un", slug: "un", addresses: ["https://a.example/un"] },
  ...{
    content: "",
    excerpt: "",
    description: "",
    state: "published",
    publishedAt: "2025-03-04T10:00:00.000Z",
  },
  ...{ author: "awa", categories: ["actus"], picture: "12", sound: SOUND, losses: [] },
}

test("a thing that fits is left as it is, to the byte: what did not change is known by that", () => {
  expect(JSON.stringify(bounded(TEXT))).toBe(JSON.stringify(TEXT))
})

test.each([
  ["bytes", -1],
  ["bytes", 0.5],
  ["bytes", 1e300],
  ["seconds", -1],
  ["seconds", 1e9],
  ["seconds", Number.NaN],
  ["season", 0],
  ["season", 2_147_483_648],
  ["number", 1.5],
  ["number", -3],
] as const)("an episode's %s of %s is none, and told", (key, value) => {
  const found = bounded({ ...TEXT, sound: { ...SOUND, [key]: value } })
  expect(found).toMatchObject({
    sound: { [key]: null },
    losses: [{ what: "nombre ou date impossible" }],
  })
})

test.each(["0000-01-01T00:00:00.000Z", "+275760-09-13T00:00:00.000Z", "-000044-03-15T00:00:00.000Z", "hier"])(
  "a date of %s is none, and told",
  (publishedAt) => {
    expect(bounded({ ...TEXT, publishedAt })).toMatchObject({
      publishedAt: null,
      losses: [{ where: "sa date" }],
    })
  },
)

test("lists end, and addresses that are none or too long go", () => {
  const many = Array.from({ length: 30_000 }, (_, index) => `https://a.example/${index}`)
  const found = bounded({
    ...TEXT,
    addresses: ["javascript:alert(1)", "https://", `https://a.example/${"a".repeat(3_000)}`, ...many],
    categories: many,
    picture: "javascript:alert(1)/",
  })
  expect(found).toMatchObject({
    picture: null,
    losses: [{ where: "ses adresses" }, { where: "ses catégories" }],
  })
  if (found.kind !== "text") throw new Error("it is a text")
  expect([found.addresses.length, found.categories.length]).toEqual([100, 100])
})

test("an id that is empty or longer than an index holds is one all the same, and different ones stay so", () => {
  expect(boundedId("\u0000")).toBe("-")
  const [one, other] = ["é".repeat(400), "é".repeat(401)].map(boundedId)
  expect(one).not.toBe(other)
  expect(one).toHaveLength(43)
})
