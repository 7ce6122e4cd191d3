import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { checkPalette } from "./check-palette.ts"
import { contrast, luminance, readHex, toHex, toOklch } from "./colours.ts"
import { failingPairs, PAIRS } from "./pairs.ts"
import { DEFAULT_PALETTE, deriveColours, type Palette } from "./palette.ts"
import { makeReadable } from "./readable.ts"
import { themeCss } from "./theme-css.ts"

const SEED = Number(process.env.SEED ?? 1)

test("the fight poster's own colours derive to what the styles hold, and pass", () => {
  const tokens = readFileSync("app/kit/styles/tokens.css", "utf8")
  for (const [name, hex] of Object.entries(deriveColours(DEFAULT_PALETTE)))
    expect(tokens).toContain(`--color-${name}: ${hex};`)
  expect(checkPalette(DEFAULT_PALETTE)).toEqual([])
  expect(failingPairs(DEFAULT_PALETTE)).toEqual([])
  expect(makeReadable(DEFAULT_PALETTE)).toEqual(DEFAULT_PALETTE)
})

test("34.1 none of 500 random palettes is accepted with a pair below AA in the styles that it makes", () => {
  const accepted = randomPalettes(500, SEED).filter((palette) => checkPalette(palette).length === 0)
  expect(accepted.length).toBeGreaterThan(50)
  expect(accepted.length).toBeLessThan(450)
  for (const palette of accepted)
    expect({ palette, failing: belowAA(themeCss({ palette, face: "anton" })) }).toEqual({
      palette,
      failing: [],
    })
})

test("what is refused of them is made readable, and is then accepted", () => {
  const refused = randomPalettes(500, SEED).filter((palette) => checkPalette(palette).length > 0)
  for (const palette of refused) {
    const made = makeReadable(palette)
    expect({ palette, problems: checkPalette(made) }).toEqual({ palette, problems: [] })
  }
})

test("a refusal names the colour and says what to do, with one that would do", () => {
  const [gold, ...others] = checkPalette({ ...DEFAULT_PALETTE, gold: "#553311" })
  expect(others).toEqual([])
  expect(gold?.field).toBe("gold")
  expect(gold?.message).toMatch(
    /^La couleur des chiffres se distingue trop peu du fond \(contraste de 1,\d, il faut au moins 4,5\)\u00a0: éclaircissez-la, par exemple #[0-9a-f]{6}\.$/,
  )
  const example = /#[0-9a-f]{6}/.exec(gold?.message ?? "")?.[0] ?? ""
  expect(checkPalette({ ...DEFAULT_PALETTE, gold: example })).toEqual([])
})

test("where nothing fits between ground and paper, these are to be moved apart", () => {
  const palette = { ink: "#333333", paper: "#aaaaaa", blood: "#777777", gold: "#ffffff" }
  const messages = checkPalette(palette).map(({ message }) => message)
  expect(messages.join(" ")).toContain("éloignez d’abord le fond du papier")
})

test.each([
  ["#000000", "#ffffff", 21],
  ["#ffffff", "#ffffff", 1],
  ["#767676", "#ffffff", 4.54],
  ["#c3131f", "#f1e7d3", 4.98],
])("%s and %s have the contrast that WCAG computes: %s", (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 2)
  expect(contrast(other, one)).toBeCloseTo(ratio, 2)
})

test.each([
  ["#C31", "#cc3311"],
  [" c3131f ", "#c3131f"],
  ["#C3131F", "#c3131f"],
  ["", undefined],
  ["#c3131", undefined],
  ["red", undefined],
  ["#c3131f;}body{display:none", undefined],
  ["url(//x)", undefined],
])("%j is read as %s", (typed, hex) => expect(readHex(typed)).toBe(hex))

test("a colour comes back from OKLCH as it went", () => {
  const random = randomOf(SEED)
  for (let count = 0; count < 300; count += 1) {
    const hex = randomHex(random)
    expect(toHex(toOklch(hex))).toBe(hex)
  }
})

test("a light ground turns the shades around", () => {
  const colours = deriveColours({ ink: "#fbf7ea", paper: "#1d3b24", blood: "#b5532a", gold: "#3d6b1f" })
  expect(luminance(colours["ink-raised"])).toBeLessThan(luminance(colours.ink))
  expect(luminance(colours["paper-dim"])).toBeGreaterThan(luminance(colours.paper))
})

/** By the colours that browsers read. */
function belowAA(css: string) {
  const colours = new Map(
    [...css.matchAll(/--color-([a-z-]+):(#[0-9a-f]{6})/g)].map(([, name, hex]) => [name, hex]),
  )
  return PAIRS.filter(
    ([on, ground, least]) =>
      contrast(colours.get(on) ?? "#", colours.get(ground) ?? "#") < least ||
      !colours.has(on) ||
      !colours.has(ground),
  )
}

/** Half of them any colours at all, half as a person would choose them, mostly: something dark, something light. */
function randomPalettes(count: number, seed: number): Palette[] {
  const random = randomOf(seed)
  const near = (from: number, to: number) =>
    toHex({ l: from + random() * (to - from), c: random() * 0.25, h: random() * 7 })
  return Array.from({ length: count }, (_, index) =>
    index % 2 === 0
      ? {
          ink: randomHex(random),
          paper: randomHex(random),
          blood: randomHex(random),
          gold: randomHex(random),
        }
      : { ink: near(0, 0.3), paper: near(0.85, 1), blood: near(0.4, 0.7), gold: near(0.55, 0.95) },
  )
}

const randomHex = (random: () => number) =>
  `#${Math.floor(random() * 0x1000000)
    .toString(16)
    .padStart(6, "0")}`

function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
