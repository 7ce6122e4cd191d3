import { describe, expect, test } from "vitest"
import {
  type Chapter,
  chapterAt,
  cleanChapters,
  MAX_CHAPTERS,
  parseClock,
  readLine,
  writeChapters,
  writeClock,
} from "./chapters.ts"

test.each([
  ["0:00", 0],
  ["0:07", 7_000],
  ["12:34", 754_000],
  ["75:00", 4_500_000],
  ["1:02:03", 3_723_000],
  ["00:00:01.250", 1_250],
  ["0:07,5", 7_500],
  ["24:00:00", 86_400_000],
])("the clock %s is %i milliseconds", (text, start) => {
  expect(parseClock(text)).toBe(start)
  expect(parseClock(writeClock(start))).toBe(start)
})

test.each(["", "12", "1:60", "0:5", "1:60:00", "24:00:01", "-1:00", "1:00:00:00", "a:bc", "1:00.1234"])(
  "%s is no clock",
  (text) => expect(parseClock(text)).toBeUndefined(),
)

const CHAPTERS: Chapter[] = [
  { start: 0, title: "Intro" },
  { start: 61_500, title: "À | deux", linkUrl: "https://a.example/?a=1|2" },
  { start: 754_000, title: "12:40 pile", imageUrl: "/media/aaaaaaaaaaaaaaaaaaaaaa/un.jpg" },
  {
    start: 4_500_000,
    title: "Tout",
    linkUrl: "https://a.example/b",
    imageUrl: "https://a.example/c.png",
    isHidden: true,
  },
]

describe("lines", () => {
  test("say all that chapters hold", () => {
    const lines = writeChapters(CHAPTERS).split("\n")
    expect(lines[3]).toBe("1:15:00 Tout | https://a.example/b | image https://a.example/c.png | masqué")
    const read = lines.map(readLine).map(({ clock, title, linkUrl, imageUrl, isHidden }) => ({
      start: parseClock(clock),
      title,
      ...(linkUrl && { linkUrl }),
      ...(imageUrl && { imageUrl }),
      ...(isHidden && { isHidden: true }),
    }))
    expect(read).toEqual(CHAPTERS)
  })

  test.each(["Titre | masqué", "Titre | image b", "Titre | https://a.example", "Titre | www.a.fr | masqué"])(
    "take the title « %s » for no more than a title",
    (title) => {
      const { linkUrl, imageUrl, isHidden } = readLine(writeChapters([{ start: 0, title }]))
      expect({ linkUrl, imageUrl, isHidden }).toEqual({ linkUrl: "", imageUrl: "", isHidden: false })
    },
  )

  test("keep what is no time as it was typed", () => {
    expect(readLine("bientôt la fin")).toMatchObject({ clock: "", title: "bientôt la fin" })
    expect(readLine("12h la fin")).toMatchObject({ clock: "12h", title: "la fin" })
  })
})

describe("foreign chapters", () => {
  test("39.1 come in order, one at a time, named and with web addresses alone", () => {
    expect(
      cleanChapters([
        { start: 9_000.4, title: " deux\n\0 lignes " },
        { start: 0, title: "", linkUrl: "javascript:alert(1)", imageUrl: "/etc/passwd" },
        { start: 9_000, title: "une autre", isHidden: "yes" },
        { start: -1, title: "avant" },
        { start: Number.NaN, title: "jamais" },
        { start: 86_400_001, title: "après" },
      ]),
    ).toEqual([
      { start: 0, title: "Chapitre 1" },
      { start: 9_000, title: "deux lignes" },
    ])
  })

  test("are bounded", () => {
    const many = Array.from({ length: 5_000 }, (_, start) => ({ start, title: "x".repeat(5_000) }))
    const kept = cleanChapters(many)
    expect(kept).toHaveLength(MAX_CHAPTERS)
    expect(kept[0]?.title).toHaveLength(500)
  })
})

test("a moment belongs to the last chapter that began", () => {
  expect([0, 61.4, 61.5, 9_999].map((seconds) => chapterAt(CHAPTERS, seconds))).toEqual([0, 0, 1, 3])
  expect(chapterAt([{ start: 5_000 }], 4)).toBe(-1)
})
