import { expect, test } from "vitest"
import { PEAKS, waveformDrawer } from "./waveform.ts"

test.each([1, 400, 150_000, 3_000_000])(
  "28.3 %i samples give a waveform of the same length, evenly spread",
  (length) => {
    const drawer = waveformDrawer()
    // It grows to the middle, and falls again.
    const sound = Float32Array.from(
      { length },
      (_, i) => 0.5 * (1 - Math.abs((2 * i) / length - 1)) * (i % 2 ? 1 : -1),
    )
    for (let at = 0; at < length; at += 10_000) drawer.add([sound.subarray(at, at + 10_000)])
    const drawn = [...(drawer.result() ?? [])]
    expect(drawn).toHaveLength(PEAKS)
    if (length < 100_000) return
    expect(Math.abs(drawn.indexOf(255) - PEAKS / 2)).toBeLessThan(5)
    expect(Math.abs((drawn[PEAKS / 4] ?? 0) - 128)).toBeLessThan(5)
    expect(drawn.at(-1)).toBeLessThan(5)
  },
)

test("silence is flat, and nothing has none", () => {
  const drawer = waveformDrawer()
  expect(drawer.result()).toBeUndefined()
  drawer.add([new Float32Array(10_000)])
  expect([...(drawer.result() ?? [])]).toEqual(Array(PEAKS).fill(0))
})
