/** Drawing helpers of starter-scenes.ts: SVG fragments in amounts of ink (black = full, white = none). */
export type Plate = {
  ink: string
  svg: string
  /** Size of a halftone cell (drawing units) and angle of the screen (degrees). */
  cell?: number
  angle?: number
  /** Register error, in drawing units. */
  dx?: number
  dy?: number
  /** Transparent ink: darkens what is below instead of covering it. */
  multiply?: boolean
}
export type Scene = { ground: string; width: number; height: number; plates: Plate[] }

/** A plate in one ink: ink(RED, { cell: 44 })`<circle …/>`. */
export const ink =
  (colour: string, options: Omit<Plate, "ink" | "svg"> = {}) =>
  (texts: TemplateStringsArray, ...values: string[]): Plate => ({
    ink: colour,
    svg: String.raw({ raw: texts }, ...values),
    ...options,
  })

/** A small seeded generator (mulberry32): the same seed always draws the same picture. */
export function random(seed: number): () => number {
  let a = Math.imul(seed, 0x9e3779b1)
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const n = (value: number) => value.toFixed(1)
export const times = (count: number, draw: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => draw(i)).join("")
export const circle = (x: number, y: number, r: number, fill = "#000", more = "") =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${more}/>`
export const ring = (x: number, y: number, r: number, w: number, colour = "#000") =>
  circle(x, y, r, "none", `stroke="${colour}" stroke-width="${n(w)}"`)
export const rect = (x: number, y: number, w: number, h: number, rx = 0, fill = "#000", more = "") =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" rx="${rx}" fill="${fill}" ${more}/>`
export const path = (d: string, fill = "#000", more = "") => `<path d="${d}" fill="${fill}" ${more}/>`
export const line = (d: string, w: number, colour = "#000") =>
  path(d, "none", `stroke="${colour}" stroke-width="${w}" stroke-linecap="round" stroke-linejoin="round"`)
/** A shape with a thick outline. */
export const bold = (d: string, w: number, fill = "#000") =>
  path(d, fill, `stroke="#000" stroke-width="${w}" stroke-linejoin="round"`)
export const group = (transform: string, content: string) => `<g transform="${transform}">${content}</g>`
export const clip = (id: string, shape: string, content: string) =>
  `<clipPath id="${id}">${shape}</clipPath><g clip-path="url(#${id})">${content}</g>`

export const grey = (amount: number) =>
  `rgb(${Array(3)
    .fill(Math.round(255 * (1 - amount)))
    .join()})`
const stops = (amounts: number[]) =>
  amounts.map((a, i) => `<stop offset="${n(i / (amounts.length - 1))}" stop-color="${grey(a)}"/>`).join("")
/** Gradients from one amount of ink to the next (0 none … 1 full), along a line or out of a point. */
export const linear = (id: string, [x1, y1, x2, y2]: number[], ...amounts: number[]) =>
  `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">` +
  `${stops(amounts)}</linearGradient>`
export const radial = (id: string, [x, y, r]: number[], ...amounts: number[]) =>
  `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="${r}">` +
  `${stops(amounts)}</radialGradient>`

export const polar = (x: number, y: number, r: number, a: number) =>
  `${n(x + r * Math.cos(a))} ${n(y + r * Math.sin(a))}`
export const wedge = (x: number, y: number, r: number, from: number, to: number) =>
  `M${n(x)} ${n(y)}L${polar(x, y, r, from)}L${polar(x, y, r, to)}Z`
/** Rays of a poster sun. */
export const rays = (x: number, y: number, count: number) =>
  times(count, (i) => wedge(x, y, 2200, (i * 2 * Math.PI) / count, ((i + 0.5) * 2 * Math.PI) / count))
/** A jagged explosion. */
export function burst(x: number, y: number, r: number, points: number, seed: number, depth = 0.55): string {
  const rnd = random(seed)
  const reach = (i: number) => r * (i % 2 ? depth * (0.8 + 0.4 * rnd()) : 0.75 + 0.5 * rnd())
  return `M${times(points * 2, (i) => `${i ? "L" : ""}${polar(x, y, reach(i), (i * Math.PI) / points)}`)}Z`
}
/** A torn strip of paper: the heights of its upper and lower edges, at the left and at the right. */
export function torn(top: [number, number], bottom: [number, number], seed: number): string {
  const rnd = random(seed)
  const edge = ([left, right]: [number, number]) => {
    let drift = 0
    return Array.from({ length: 70 }, (_, i) => {
      drift = drift * 0.8 + (rnd() - 0.5) * 26
      return `${n(i * 24 - 28)} ${n(left + ((right - left) * i) / 69 + drift + (rnd() - 0.5) * 10)}`
    })
  }
  return `M${[...edge(top), ...edge(bottom).reverse()].join("L")}Z`
}
/** A limb, thicker at one end: two circles and what lies between. */
export function limb(x1: number, y1: number, r1: number, x2: number, y2: number, r2: number): string {
  const along = Math.atan2(y2 - y1, x2 - x1)
  const open = Math.acos((r1 - r2) / Math.hypot(x2 - x1, y2 - y1))
  const [a, b] = [along + open, along - open]
  const sides = [polar(x1, y1, r1, a), polar(x2, y2, r2, a), polar(x2, y2, r2, b), polar(x1, y1, r1, b)]
  return path(`M${sides.join("L")}Z`) + circle(x1, y1, r1) + circle(x2, y2, r2)
}

// ---- motifs -------------------------------------------------------------------------------------------
/** A record lying flat, with two screened reflections. */
export const record = (id: string, x: number, y: number, r: number, turn: number, shine = 0.62) =>
  clip(
    id,
    circle(x, y, r),
    circle(x, y, r) +
      path(
        [0, Math.PI].map((side) => wedge(x, y, r * 1.1, turn + side - 0.26, turn + side + 0.26)).join(""),
        grey(shine),
      ) +
      [0.93, 0.82, 0.68, 0.55].map((part, i) => ring(x, y, r * part, i % 2 ? 4 : 7, "#fff")).join(""),
  )
/** A loudspeaker from the front. */
export const woofer = (id: string, x: number, y: number, r: number) =>
  radial(id, [x - r * 0.25, y - r * 0.3, r * 1.1], 0, 0.35, 1) +
  circle(x, y, r) +
  ring(x, y, r * 0.92, r * 0.04, "#fff") +
  circle(x, y, r * 0.8, `url(#${id})`) +
  ring(x, y, r * 0.62, r * 0.035) +
  circle(x, y, r * 0.34)
/** An old stage microphone around (0, 0): silhouette, and the drawing in black on it. */
export const capsule =
  rect(-170, -270, 340, 540, 170) + path("M-70 262L70 262L46 360L46 1400L-46 1400L-46 360Z")
export const capsuleLines = (id: string) =>
  linear(id, [-170, 0, 170, 0], 0.5, 0, 0, 0.3, 0.95) +
  clip(
    `${id}-c`,
    rect(-170, -270, 340, 540, 170),
    rect(-170, -270, 340, 540, 0, `url(#${id})`) +
      times(7, (i) => rect(-170, -206 + i * 62, 340, 24)) +
      rect(-28, -270, 56, 540),
  ) +
  rect(-170, -270, 340, 540, 170, "none", 'stroke="#000" stroke-width="18"') +
  path("M-70 268L70 268L46 360L46 1400L8 1400L8 360L-46 360Z")
/** A bell hanging from (0, 0), 460 wide: its dome, its rim and its clapper. */
export const bell =
  "M-42 60C-170 80 -186 220 -196 330C-200 380 -226 410 -250 440L250 440C226 410 200 380 196 330C186 220 170 80 42 60Z"
export const ropes = (y: number, gap: number, dip: number, w: number, colour = "#000") =>
  times(3, (i) => line(`M-40 ${y + i * gap}Q800 ${y + i * gap + dip} 1640 ${y + i * gap - dip}`, w, colour))
