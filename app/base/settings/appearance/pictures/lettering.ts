/** A face's capitals as paths: how wide each is, and how it is drawn, in thousandths of its size (scripts/make-fonts.sh). */
export type Outlines = {
  /** How high capitals are. */
  capital: number
  glyphs: Record<string, (string | number)[]>
}

type Glyph = { width: number; path: string }

const EM = 1000
/** The outlines have no kerning. */
const TRACKING = 6

/** The letters of a text that the face has, as capitals; accents are left out where it has none. */
export function glyphsOf(text: string, { glyphs }: Outlines): Glyph[] {
  const find = (character: string): Glyph[] => {
    const [width, path] = Object.hasOwn(glyphs, character) ? (glyphs[character] ?? []) : []
    return typeof width === "number" && typeof path === "string" ? [{ width: width + TRACKING, path }] : []
  }
  return [...text.normalize("NFC").toUpperCase().replace(/\s+/g, " ")].flatMap((character) => {
    const found = find(character)
    return found.length > 0 ? found : [...character.normalize("NFD")].flatMap(find)
  })
}

/** In thousandths of the size. */
export function widthOf(text: string, outlines: Outlines) {
  return glyphsOf(text, outlines).reduce((sum, { width }) => sum + width, 0)
}

/** A line of text as SVG. @param y of its base line */
export function drawLine(text: string, outlines: Outlines, { x, y, size, fill }: Place) {
  const scale = size / EM
  let at = 0
  const paths = glyphsOf(text, outlines).map(({ width, path }) => {
    const glyph = path && `<path transform="translate(${at} 0)" d="${path}"/>`
    at += width
    return glyph
  })
  return `<g fill="${fill}" transform="translate(${round(x)} ${round(y)}) scale(${round(scale)})">${paths.join("")}</g>`
}

type Place = { x: number; y: number; size: number; fill: string }
type Box = { width: number; height: number; mostLines: number; mostSize: number; leading: number }

/** The lines of a text in the largest size in which it fits into a box. @param leading between lines, in heights of capitals */
export function fitLines(text: string, outlines: Outlines, box: Box) {
  const capital = outlines.capital / EM
  const choices = Array.from({ length: box.mostLines }, (_, index) => {
    const lines = balance(text.split(/\s+/).filter(Boolean), index + 1, outlines)
    const widest = Math.max(1, ...lines.map((line) => widthOf(line, outlines))) / EM
    const rows = capital * (lines.length + (lines.length - 1) * box.leading)
    return { lines, size: Math.min(box.width / widest, box.height / rows, box.mostSize) }
  })
  return choices.reduce((best, choice) => (choice.size > best.size * 1.05 ? choice : best))
}

/** Words over some lines, the widest of which is as narrow as can be. */
function balance(words: string[], count: number, outlines: Outlines): string[] {
  const widths = words.map((word) => widthOf(word, outlines))
  const space = widthOf(" ", outlines)
  let [least, most] = [Math.max(0, ...widths), widths.reduce((sum, width) => sum + width + space, 0)]
  const broken = (limit: number) => {
    const lines: string[][] = []
    let room = -1
    for (const [index, word] of words.entries()) {
      const width = widths[index] ?? 0
      if (lines.length === 0 || room < width + space) {
        lines.push([])
        room = limit
      } else room -= space
      lines.at(-1)?.push(word)
      room -= width
    }
    return lines
  }
  for (let step = 0; step < 24; step += 1) {
    const middle = (least + most) / 2
    if (broken(middle).length <= count) most = middle
    else least = middle
  }
  return broken(most).map((line) => line.join(" "))
}

const round = (value: number) => Math.round(value * 1000) / 1000
