import fc from "fast-check"
import { expect, test } from "vitest"
import { parseDuration, parseTypedDuration } from "./durations.ts"

test.each([
  ["01:02:03", 3723],
  ["1:02:03", 3723],
  ["62:03", 3723],
  ["90:00", 5400],
  ["3723", 3723],
  [" 3723 ", 3723],
  ["3723.4", 3723],
  ["3723,6", 3724],
  ["00:59:59.6", 3600],
  ["1h 02m", 3720],
  ["1h02", 3720],
  ["1 h 02 min 30 s", 3750],
  ["62 min", 3720],
  ["45mn", 2700],
  ["1 h 02 min 3 s", 3723],
  ["1h02m03", 3723],
  ["1 heure, 2 minutes et 3 secondes", 3723],
  ["1,5 h", 5400],
  ["3723 sec", 3723],
  ["3\u202f723 s.", 3723],
  ["3723000 ms", 3723],
  ["PT1H2M3S", 3723],
  ["00:62:03", 3723],
  ["0:00:3723", 3723],
  ["62'03", 3723],
  ["62’03”", 3723],
  ["62′03″", 3723],
  ["1h02'03''", 3723],
  ["62’", 3720],
  ['45"', 45],
  ["2147483647", 2_147_483_647],
])("%s is %d seconds", (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds)
})

test.each([
  "",
  "0",
  "00:00:00",
  "-5",
  "12:75",
  "1:75:00",
  "1:2:3:4",
  "une heure",
  "3 s 2 min",
  "1h2h",
  "2 s 3",
  "12 parties",
  "2147483648",
  "999999:00:00",
  "1e9",
])("%j is no duration", (text) => {
  expect(parseDuration(text)).toBeNull()
})

test.each([
  ["62", 3720],
  [" 62 ", 3720],
  ["1,5", 90],
  ["62:03", 3723],
  ["1:02:03", 3723],
  ["62 min", 3720],
  ["1h02", 3720],
  ["0", null],
  ["-1", null],
  ["une heure", null],
  ["99999999", null],
])("%j typed by a host is %s seconds", (text, seconds) => {
  expect(parseTypedDuration(text)).toBe(seconds)
})

test("any text gives null or a PostgreSQL integer above zero", () => {
  const piece = fc.constantFrom("1", "59", "00", ":", ".", ",", "h", "min", "s", " ", "pt", "-")
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece).map((pieces) => pieces.join("")),
      ),
      (text) => {
        const seconds = parseDuration(text)
        if (seconds === null) return
        expect(Number.isInteger(seconds)).toBe(true)
        expect(seconds).toBeGreaterThan(0)
        expect(seconds).toBeLessThanOrEqual(2_147_483_647)
      },
    ),
  )
})

test("every clock time is read back", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500_000 }), (seconds) => {
      const two = (value: number) => String(value).padStart(2, "0")
      const clock = `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
      expect(parseDuration(clock)).toBe(seconds)
    }),
  )
})
