import { expect, test } from "vitest"
import { loudnessMeter } from "./loudness.ts"

type Tone = { seconds: number; level: number; frequency?: number }

/** Measures tones one after the other, in all channels alike. */
function measure(tones: Tone[], { sampleRate = 48_000, channels = 2 } = {}) {
  const meter = loudnessMeter(sampleRate, channels)
  for (const { seconds, level, frequency = 1_000 } of tones) {
    const amplitude = 10 ** (level / 20)
    const step = (2 * Math.PI * frequency) / sampleRate
    const tone = Float32Array.from({ length: seconds * sampleRate }, (_, i) => amplitude * Math.sin(i * step))
    // In pieces of an odd length, as decoders give them.
    for (let at = 0; at < tone.length; at += 1_153) {
      meter.add(Array.from({ length: channels }, () => tone.subarray(at, at + 1_153)))
    }
  }
  return meter.result()
}

// The signals of EBU Tech 3341 for integrated loudness, which allows a difference of 0.1.
test.each<[string, Tone[], number]>([
  ["1", [{ seconds: 20, level: -23 }], -23],
  ["2", [{ seconds: 20, level: -33 }], -33],
  [
    "3",
    [
      { seconds: 10, level: -36 },
      { seconds: 60, level: -23 },
      { seconds: 10, level: -36 },
    ],
    -23,
  ],
  [
    "4",
    [
      { seconds: 10, level: -72 },
      { seconds: 10, level: -36 },
      { seconds: 60, level: -23 },
      { seconds: 10, level: -36 },
      { seconds: 10, level: -72 },
    ],
    -23,
  ],
  [
    "5",
    [
      { seconds: 20, level: -26 },
      { seconds: 20.1, level: -20 },
      { seconds: 20, level: -26 },
    ],
    -23,
  ],
])("28.3 signal %s of EBU Tech 3341 is as loud as it should be", (_number, tones, expected) => {
  expect(Math.abs((measure(tones) ?? 0) - expected)).toBeLessThan(0.1)
})

test("other sample rates measure alike", () => {
  for (const sampleRate of [8_000, 22_050, 44_100, 96_000]) {
    expect(measure([{ seconds: 3, level: -23 }], { sampleRate })).toBeCloseTo(-23, 0)
  }
})

test("one channel is half as loud as two", () => {
  expect(measure([{ seconds: 3, level: -23 }], { channels: 1 })).toBeCloseTo(-26, 1)
})

test("what the ear hears less counts less", () => {
  expect(measure([{ seconds: 3, level: -23, frequency: 30 }])).toBeLessThan(-28)
  expect(measure([{ seconds: 3, level: -23, frequency: 8_000 }])).toBeGreaterThan(-20.5)
})

test("silence, and what is shorter than a block, have no loudness", () => {
  expect(measure([{ seconds: 3, level: -Infinity }])).toBeUndefined()
  expect(measure([{ seconds: 0.3, level: -20 }])).toBeUndefined()
})

test("a file that says it has one sample a second is measured to its end", () => {
  expect(measure([{ seconds: 3, level: -20 }], { sampleRate: 1 })).toBeUndefined()
})
