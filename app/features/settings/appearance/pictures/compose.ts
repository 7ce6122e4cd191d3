import type { Colours } from "../palette.ts"
import { drawLine, fitLines, glyphsOf, type Outlines, widthOf } from "./lettering.ts"

/** What the site's own pictures are made from where hosts give none. */
export type Brand = { name: string; tagline: string; colours: Colours }

const SHARE = { width: 1200, height: 630 }
const SUN = { x: 936, y: 277, r: 238 }
/** Names may be 80 characters long; of a longer text nobody reads more in a picture. */
const LONGEST = 90

/** The picture that networks show of the podcast: its name on the opening poster. */
export function composeShare({ name, tagline, colours }: Brand, outlines: Outlines) {
  const { paper, ink, blood } = colours
  const title = fitLines(name.slice(0, LONGEST), outlines, {
    width: 1090,
    height: 360,
    mostLines: 4,
    mostSize: 380,
    leading: 0.28,
  })
  const capital = (title.size * outlines.capital) / 1000
  const block = capital * (title.lines.length + (title.lines.length - 1) * 0.28)
  const top = 70 + (400 - block) / 2
  const lines = title.lines.map((line, index) => {
    const y = top + capital + index * capital * 1.28
    return drawLine(line, outlines, { x: 52, y, size: title.size, fill: ink })
  })
  const below = fitLines(tagline.slice(0, 150), outlines, {
    width: 1090,
    height: 76,
    mostLines: 2,
    mostSize: 46,
    leading: 0.35,
  })
  const belowCapital = (below.size * outlines.capital) / 1000
  const taglines = below.lines.map((line, index) =>
    drawLine(line, outlines, {
      x: 54,
      y: 492 + belowCapital + index * belowCapital * 1.35,
      size: below.size,
      fill: ink,
    }),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SHARE.width} ${SHARE.height}" width="${SHARE.width}" height="${SHARE.height}">${[
    `<path fill="${paper}" d="M0 0h1200v630H0z"/>`,
    `<path fill="${colours["paper-shade"]}" d="${rays()}"/>`,
    `<circle cx="${SUN.x}" cy="${SUN.y}" r="${SUN.r}" fill="${blood}"/>`,
    ...lines,
    // Under it nothing but paper: it is small.
    `<path fill="${paper}" d="M0 478h1200v152H0z"/>`,
    ...taglines,
    `<path fill="${blood}" d="M0 592h1200v12H0zM0 618h1200v12H0z"/>`,
  ].join("")}</svg>`
}

/** Every second of the wedges that lead away from the sun, as far as the picture reaches. */
function rays() {
  const point = (degrees: number) => {
    const angle = (degrees * Math.PI) / 180
    return `${Math.round(SUN.x + 1400 * Math.cos(angle))} ${Math.round(SUN.y + 1400 * Math.sin(angle))}`
  }
  return Array.from(
    { length: 45 },
    (_, index) => `M${SUN.x} ${SUN.y}L${point(index * 8)}L${point(index * 8 + 4)}Z`,
  ).join("")
}

/** The initial of the podcast's name on the sun. @param isMaskable systems cut it to a shape of theirs */
export function composeIcon({ name, colours }: Brand, outlines: Outlines, isMaskable = false) {
  const ground = isMaskable
    ? `<path fill="${colours.blood}" d="M0 0h64v64H0z"/>`
    : `<path fill="${colours.paper}" d="M0 0h64v64H0z"/><circle cx="32" cy="32" r="29" fill="${colours.blood}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">${ground}${sign(name, colours["on-blood"], outlines, isMaskable ? 30 : 36)}</svg>`
}

/** @param height of the letter */
function sign(name: string, fill: string, outlines: Outlines, height: number) {
  const [initial = ""] = [...name.normalize("NFC")].filter(
    (character) => /[\p{L}\p{N}]/u.test(character) && glyphsOf(character, outlines).length > 0,
  )
  // Of a name in another script: the sign for playing.
  if (initial === "") return `<path fill="${fill}" d="M25 19l22 13-22 13z"/>`
  const width = widthOf(initial, outlines)
  const size = Math.min((height * 1000) / outlines.capital, 34_000 / width)
  const capital = (size * outlines.capital) / 1000
  return drawLine(initial, outlines, { x: 32 - (width * size) / 2000, y: 32 + capital / 2, size, fill })
}
