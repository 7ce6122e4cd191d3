import fc from "fast-check"
import { afterAll, expect, test } from "vitest"
import { renderMarkdown } from "#app/kit/lib/markdown.server.ts"
import { leastCpuMs } from "./cpu-time.ts"
import { HOSTILE_TEXTS, PIECES } from "./hostile-texts.ts"
import { TEXT_READERS } from "./text-readers.ts"

/** What takes quadratic time needs 1.3 seconds and more for so many characters, and what takes linear time 0.2 at most. */
const LENGTH = 40_000
const TIMEOUT_MS = 1_000
/** What visitors wait for: renderMarkdown in the site's own thread. */
const SITE = "the site"
/** As long as a text of the hosts may be. */
const MAX_TEXT_LENGTH = 100_000

type Wait = { who: string; text: string; ms: number; measure: () => Promise<number> }
const waits: Wait[] = []

/** What some work with a text costs at least; noted, so that the worst can be named. */
async function waitFor(who: string, text: string, enough: number, work: (tried: number) => unknown) {
  const ms = await leastCpuMs(enough, work)
  // As if tried more often: what was rendered is kept.
  waits.push({ who, text, ms, measure: () => leastCpuMs(0, (tried) => work(tried + 10)) })
  return ms
}

afterAll(async () => {
  for (const isOfSite of [false, true]) {
    const those = waits.filter(({ who }) => (who === SITE) === isOfSite).sort((a, b) => b.ms - a.ms)
    const again: Wait[] = []
    // What came out worst may have met a collection of garbage.
    for (const wait of those.slice(0, 5)) again.push({ ...wait, ms: await wait.measure() })
    const [worst] = again.sort((a, b) => b.ms - a.ms)
    if (worst) console.log(`  worst wait: ${worst.ms.toFixed(1)} ms, ${worst.who} with "${worst.text}"`)
  }
}, 120_000)

/** A quarter of a text takes a sixteenth of the time at least, if that grows with the square: what is quick there needs no more. */
async function isQuick(quarter: string, read: (text: string) => unknown) {
  const enough = TIMEOUT_MS / 16
  return (await leastCpuMs(enough, () => read(quarter))) <= enough
}

test.each(Object.entries(TEXT_READERS))(
  "%s takes no longer than a text's length explains, whatever the text",
  async (reader, read) => {
    const slow: string[] = []
    for (const [name, make] of Object.entries(HOSTILE_TEXTS)) {
      if (await isQuick(make(LENGTH / 4), read)) continue
      const text = make(LENGTH)
      const ms = await waitFor(reader, name, TIMEOUT_MS, () => read(text))
      if (ms > TIMEOUT_MS) slow.push(`${name}: ${Math.round(ms)} ms`)
    }
    expect(slow).toEqual([])
  },
  600_000,
)

test.each(Object.entries(TEXT_READERS))(
  "%s takes no longer with generated texts",
  async (_, read) => {
    const piece = fc.constantFrom(...PIECES)
    const before = fc.array(piece, { maxLength: 2 })
    const unit = fc.array(piece, { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(before, unit, piece, async (before, unit, after) => {
        const again = unit.join("")
        const make = (length: number) =>
          before.join("") + again.repeat(Math.floor(length / again.length)) + after
        if (await isQuick(make(LENGTH / 8), read)) return
        const text = make(LENGTH / 2)
        expect(await leastCpuMs(TIMEOUT_MS, () => read(text))).toBeLessThan(TIMEOUT_MS)
      }),
      { numRuns: 8, endOnFailure: true },
    )
  },
  600_000,
)

test("18.6 no text of the hosts holds up the site for 50 ms", async () => {
  const held: string[] = []
  for (const [index, [name, make]] of Object.entries(HOSTILE_TEXTS).entries()) {
    // The longest are another thread’s, all alike to this one; tried again, others grow and must stay short.
    for (const length of index % 20 === 0 ? [4_900, MAX_TEXT_LENGTH] : [4_900]) {
      const text = make(length)
      // Another one each time, since texts that were rendered are kept.
      const ms = await waitFor(SITE, `${name}, ${length} characters`, 50, (tried) =>
        renderMarkdown(text + " ".repeat(tried)),
      )
      if (ms > 50) held.push(`${name}, ${length} characters: ${Math.round(ms)} ms`)
    }
  }
  expect(held).toEqual([])
}, 600_000)
