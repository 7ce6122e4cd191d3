import fc from "fast-check"
import { expect, test } from "vitest"
import { type ListedMedium, problemIn, readMedia, writeMedia } from "./media-list.ts"
import { newsSchema } from "./news-form.schema.ts"

const image = { mediaType: "image", thumbnailUrl: null, caption: "" } as const

test.each<[string, string, Partial<ListedMedium>]>([
  ["an address alone", "/a.jpg", { ...image, mediaUrl: "/a.jpg" }],
  ["white space around", "  /a.jpg |  Léa  ", { mediaUrl: "/a.jpg", caption: "Léa" }],
  ["a file of a film", "https://a.example/b.mp4?x=1", { mediaType: "video" }],
  ["a page of YouTube", "https://youtu.be/abcdefghijk", { mediaType: "video" }],
  ["what it is, said", "https://a.example/flux | | | vidéo", { mediaType: "video", caption: "" }],
  ["a film said to be an image", "/a.mp4 | | | image", { mediaType: "image" }],
  ["a thumbnail", "/a.mp4 | Nuit | /a.jpg", { thumbnailUrl: "/a.jpg", caption: "Nuit" }],
  [
    "bars and backslashes",
    String.raw`/a.jpg | Awa \| Léa \\ \Zoé \ `,
    { caption: String.raw`Awa | Léa \ Zoé` },
  ],
  ["an address without its beginning", "cdn.example/a.jpg", { mediaUrl: "https://cdn.example/a.jpg" }],
  ["nothing before a bar", "| Léa", { mediaUrl: "", caption: "Léa" }],
])("a line with %s", (_what, line, expected) => {
  expect(readMedia(line)).toMatchObject([expected])
})

test("empty lines are no media", () => {
  expect(readMedia("\n\n /a.jpg\n  \n/b.jpg\n").map(({ mediaUrl }) => mediaUrl)).toEqual(["/a.jpg", "/b.jpg"])
})

test("what is written is read again, whatever the captions hold", () => {
  const address = fc.string().map((text) => `/${encodeURIComponent(text.toWellFormed())}|\\`)
  const medium = fc.record({
    mediaType: fc.constantFrom("image", "video"),
    mediaUrl: address,
    thumbnailUrl: fc.option(address),
    caption: fc.string({ unit: "binary" }).map((text) => text.replace(/[\r\n]/g, "").trim()),
  })
  fc.assert(
    fc.property(fc.array(medium), (media) => {
      expect(readMedia(writeMedia(media))).toEqual(media)
    }),
  )
})

test.each([
  ["javascript:alert(1)", /^Média 2\u00a0: l’adresse doit commencer par/],
  ["/a.jpg\n//evil.example", /^Média 3\u00a0: l’adresse doit commencer par/],
  ["| Léa", /^Média 2\u00a0: l’adresse doit commencer par/],
  ["/a.jpg | | data:text\\/html", /^Média 2\u00a0: l’adresse doit commencer par/],
  [`/${"a".repeat(2_000)}`, /^Média 2\u00a0: l’adresse est trop longue/],
  [`/a.jpg | ${"é".repeat(301)}`, /^Média 2\u00a0: la légende doit contenir moins de 300 caractères/],
  ["/a.jpg\n".repeat(200), /^Une actualité a 200 médias au plus\u00a0: il y en a 201/],
])("the list %j is refused: %s", (text, problem) => {
  expect(problemIn(readMedia(text))).toMatch(problem)
  const form = { title: "T", mediaType: "image", mediaUrl: "/a.jpg", media: text }
  const issues = newsSchema.safeParse(form).error?.issues
  expect(issues?.map(({ path, message }) => [path[0], message])).toEqual([
    ["media", expect.stringMatching(problem)],
  ])
})

test("5.7 a list of 199 is taken, and one beyond all bounds is not even read", () => {
  expect(problemIn(readMedia("/a.jpg\n".repeat(199)))).toBeUndefined()
  const form = { title: "T", mediaType: "image", mediaUrl: "/a.jpg", media: "/a\n".repeat(40_000) }
  expect(newsSchema.safeParse(form).error?.issues[0]?.message).toMatch(/moins de 100\s000 caractères/)
})
