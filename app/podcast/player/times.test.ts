import { expect, test } from "vitest"
import { formatTime, spellTime } from "./times.ts"

test.each([
  [0, "0:00", "0 seconde"],
  [0.9, "0:00", "0 seconde"],
  [1, "0:01", "1 seconde"],
  [59.99, "0:59", "59 secondes"],
  [60, "1:00", "1 minute"],
  [754, "12:34", "12 minutes 34 secondes"],
  [3_600, "1:00:00", "1 heure"],
  [3_849, "1:04:09", "1 heure 4 minutes 9 secondes"],
  [36_061, "10:01:01", "10 heures 1 minute 1 seconde"],
  [-3, "0:00", "0 seconde"],
])("%d seconds are %s, or %s", (seconds, shown, spoken) => {
  expect(formatTime(seconds)).toBe(shown)
  expect(spellTime(seconds)).toBe(spoken)
})
