import { expect, test } from "vitest"
import { DEFAULT_PALETTE, deriveColours } from "../palette.ts"
import { composeCover, composeIcon, composeShare } from "./compose.ts"
import { fitLines, glyphsOf, type Outlines, widthOf } from "./lettering.ts"
import anton from "./outlines/anton.json" with { type: "json" }
import barlow from "./outlines/barlow-condensed.json" with { type: "json" }
import bebas from "./outlines/bebas-neue.json" with { type: "json" }
import staatliches from "./outlines/staatliches.json" with { type: "json" }
import yanone from "./outlines/yanone-kaffeesatz.json" with { type: "json" }

const FACES: [string, Outlines][] = Object.entries({ anton, barlow, bebas, staatliches, yanone })
const colours = deriveColours(DEFAULT_PALETTE)
const brand = (name: string, tagline = "Un slogan") => ({ name, tagline, colours })
const BOX = { width: 1000, height: 300, mostLines: 4, mostSize: 400, leading: 0.3 }

test.each(FACES)("%s has the capitals, figures and signs of French", (_name, outlines) => {
  const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZÀÂÆÇÉÈÊËÎÏÔŒÙÛÜ0123456789’«»&!?:,.-"
  expect(glyphsOf(signs, outlines)).toHaveLength([...signs].length)
})

test.each(FACES)("%s fits names of any length into their box", (_name, outlines) => {
  for (const text of ["A", "Les mains vertes", "Anticonstitutionnellement".repeat(3), "un mot ".repeat(11)]) {
    const { lines, size } = fitLines(text, outlines, BOX)
    expect(lines.join(" ")).toBe(text.trim())
    expect(lines.length).toBeLessThanOrEqual(BOX.mostLines)
    expect(size).toBeLessThanOrEqual(BOX.mostSize)
    for (const line of lines)
      expect((widthOf(line, outlines) * size) / 1000).toBeLessThanOrEqual(BOX.width + 0.01)
    const rows = lines.length + (lines.length - 1) * BOX.leading
    expect((outlines.capital / 1000) * size * rows).toBeLessThanOrEqual(BOX.height + 0.01)
  }
})

test("an accent that a face does not have leaves its letter", () => {
  expect(glyphsOf("Ź", anton as Outlines)).toEqual(glyphsOf("Z", anton as Outlines))
  expect(glyphsOf("Сад 😀", anton as Outlines).filter(({ path }) => path !== "")).toEqual([])
})

test.each([
  "<script>alert(1)</script>",
  '"/><image href="https://x.example/"/>',
  "&lt;&#x27;",
  "\u0000\u202e",
  " ",
  "x".repeat(100_000),
])("a name such as %.30j becomes nothing but drawings", (name) => {
  for (const svg of [
    composeShare(brand(name, name), anton as Outlines),
    composeIcon(brand(name), anton as Outlines),
    composeCover(brand(name), anton as Outlines),
  ]) {
    expect(svg.replaceAll(/<\/?(?:svg|g|path|circle)(?: (?:[a-z-]+|viewBox)="[^"<>]*")*\/?>/gi, "")).toBe("")
    expect(svg.length).toBeLessThan(60_000)
    expect(svg).not.toMatch(/NaN|Infinity|undefined/)
  }
})

test("34.3 the icon has the name's first letter, or the sign for playing where it has none", () => {
  const letter = (name: string) => composeIcon(brand(name), anton as Outlines)
  expect(letter("les mains")).toBe(letter("L’été"))
  expect(letter("« Élan »")).not.toBe(letter("L’été"))
  expect(letter("Сад")).toBe(letter("😀"))
})
