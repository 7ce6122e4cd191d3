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
    `<path fill="${colours["paper-shade"]}" d="${rays(SUN, 1400)}"/>`,
    `<circle cx="${SUN.x}" cy="${SUN.y}" r="${SUN.r}" fill="${blood}"/>`,
    ...lines,
    // Under it nothing but paper: it is small.
    `<path fill="${paper}" d="M0 478h1200v152H0z"/>`,
    ...taglines,
    `<path fill="${blood}" d="M0 592h1200v12H0zM0 618h1200v12H0z"/>`,
  ].join("")}</svg>`
}

/** Directories show it small, and put what they have to say over its lowest fifth. */
const COVER = { side: 3000, sun: { x: 2070, y: 1080, r: 800 }, top: 300, height: 2000, leading: 0.28 }

/** The podcast's cover for directories: nothing but its name, https://podcasters.apple.com/support/896-artwork-requirements */
export function composeCover({ name, colours }: Brand, outlines: Outlines) {
  const { side, sun, top, height, leading } = COVER
  const { paper, ink, blood } = colours
  const title = fitLines(name.slice(0, LONGEST), outlines, {
    width: 2600,
    height,
    leading,
    mostLines: 5,
    mostSize: 1900,
  })
  const capital = (title.size * outlines.capital) / 1000
  const block = capital * (title.lines.length + (title.lines.length - 1) * leading)
  const lines = title.lines.map((line, index) => {
    const y = top + (height - block) / 2 + capital + index * capital * (1 + leading)
    return drawLine(line, outlines, { x: 180, y, size: title.size, fill: ink })
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side}" height="${side}">${[
    `<path fill="${paper}" d="M0 0h${side}v${side}H0z"/>`,
    `<path fill="${colours["paper-shade"]}" d="${rays(sun, 3600)}"/>`,
    `<circle cx="${sun.x}" cy="${sun.y}" r="${sun.r}" fill="${blood}"/>`,
    // A name in another script has no letters here: the sign for playing stands for it.
    ...(glyphsOf(name, outlines).some(({ path }) => path !== "")
      ? lines
      : [`<path fill="${colours["on-blood"]}" d="M1850 700l640 380-640 380z"/>`]),
    `<path fill="${blood}" d="M0 2720h${side}v60H0zM0 2840h${side}v60H0z"/>`,
  ].join("")}</svg>`
}

/** Every second of the wedges that lead away from the sun. @param reach as far as the picture does */
function rays({ x, y }: { x: number; y: number }, reach: number) {
  const point = (degrees: number) => {
    const angle = (degrees * Math.PI) / 180
    return `${Math.round(x + reach * Math.cos(angle))} ${Math.round(y + reach * Math.sin(angle))}`
  }
  return Array.from(
    { length: 45 },
    (_, index) => `M${x} ${y}L${point(index * 8)}L${point(index * 8 + 4)}Z`,
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
