// Colours as styles write them (`#c3131f`), their contrast as WCAG 2.2 computes it, and OKLCH (CSS Color 4), in which equal steps
// look equal: https://bottosson.github.io/posts/oklab/

/** Lightness from 0 to 1, chroma from 0 on, hue in radians. */
export type Oklch = { l: number; c: number; h: number }

type Triple = readonly [number, number, number]

/** `#C31`, `c3131f` or `#c3131f` as `#c3131f`; undefined for anything else. */
export function readHex(typed: string) {
  const [, digits] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(typed.trim()) ?? []
  if (digits === undefined) return undefined
  const six = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits
  return `#${six.toLowerCase()}`
}

/** Between 1 and 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(one: string, other: string) {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Between 0 and 1: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
export function luminance(hex: string) {
  const [r, g, b] = linear(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

export function toOklch(hex: string): Oklch {
  const [r, g, b] = linear(hex)
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const l = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const bb = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return { l, c: Math.hypot(a, bb), h: Math.atan2(bb, a) }
}

/** The colour itself where screens have it; else the strongest one of its lightness and hue. */
export function toHex({ l, c, h }: Oklch) {
  const lightness = Math.min(1, Math.max(0, l))
  let chroma = Math.max(0, c)
  if (!isShown(toLinear(lightness, chroma, h))) {
    let least = 0
    for (let step = 0; step < 20; step += 1) {
      const middle = (least + chroma) / 2
      if (isShown(toLinear(lightness, middle, h))) least = middle
      else chroma = middle
    }
    chroma = least
  }
  const bytes = toLinear(lightness, chroma, h).map((part) => Math.round(255 * encoded(part)))
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`
}

/** On the straight way between two colours. @param part 0 is the first, 1 the second */
export function mix(one: string, other: string, part: number) {
  if (part <= 0) return one
  if (part >= 1) return other
  const [from, to] = [one, other].map(toOklch)
  if (!from || !to) return one
  const along = (a: number, b: number) => a + (b - a) * part
  // By way of the plane: between two hues the way around the circle would lead through foreign ones.
  const a = along(from.c * Math.cos(from.h), to.c * Math.cos(to.h))
  const b = along(from.c * Math.sin(from.h), to.c * Math.sin(to.h))
  return toHex({ l: along(from.l, to.l), c: Math.hypot(a, b), h: Math.atan2(b, a) })
}

function linear(hex: string): Triple {
  const number = Number.parseInt(hex.slice(1), 16)
  return [decoded(number >> 16), decoded((number >> 8) & 255), decoded(number & 255)]
}

function toLinear(l: number, c: number, h: number): Triple {
  const a = c * Math.cos(h)
  const b = c * Math.sin(h)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

/** What rounding to a byte hides is no difference. */
const isShown = (parts: Triple) => parts.every((part) => part >= -0.0005 && part <= 1.0005)

function decoded(byte: number) {
  const part = byte / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

function encoded(part: number) {
  const held = Math.min(1, Math.max(0, part))
  return held <= 0.0031308 ? 12.92 * held : 1.055 * held ** (1 / 2.4) - 0.055
}
