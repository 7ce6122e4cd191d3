import { expect, test } from "vitest"
import { toBars } from "./waves.server.ts"

const barsOf = (...peaks: number[]) => toBars(Buffer.from(peaks).toString("base64"))

test("3.11 a waveform is drawn with 120 bars, the loudest of which is as high as there is room", () => {
  const rising = barsOf(...Array.from({ length: 600 }, (_, index) => Math.floor(index / 5)))
  expect(rising).toHaveLength(120)
  expect(rising?.[0]).toBe("0")
  expect(rising?.[60]).toBe("i")
  expect(rising?.at(-1)).toBe("z")
})

test("a bar is as high as the loudest of its peaks", () => {
  expect(barsOf(...Array.from({ length: 240 }, (_, index) => (index === 101 ? 200 : 100)))).toMatch(
    /^i{50}zi{69}$/,
  )
})

test("fewer peaks than bars are each drawn several times", () => {
  expect(barsOf(255, 0)).toBe("z".repeat(60) + "0".repeat(60))
})

test.each(["", "AAAA", "%%%", "é", "A".repeat(20_000)])("nothing is drawn of %s", (waveform) => {
  expect(toBars(waveform)).toBeNull()
})
