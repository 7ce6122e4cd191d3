import { expect, test } from "vitest"
import { askedRound } from "./asked-round.ts"

test.each([
  ["round 12", { number: 12 }],
  ["ROUND 12", { number: 12 }],
  ["épisode 3", { number: 3 }],
  ["e\u0301pisode 3", { number: 3 }],
  ["ep. 3", { number: 3 }],
  ["n° 7", { number: 7 }],
  ["#7", { number: 7 }],
  ["combat (final) 7", { number: 7 }],
  ["Saison 2, round 3", { season: 2, number: 3 }],
  ["saison 2 épisode 3", { season: 2, number: 3 }],
])("%s is a round by its number", (typed, round) => {
  expect(askedRound(typed, "Combat (final)")).toEqual(round)
})

test.each([
  "12",
  "round",
  "round douze",
  "round 12 avec Awa",
  "le round 12",
  "round 1234567890",
  "saison 2",
  "",
])("%s is none", (typed) => {
  expect(askedRound(typed, "Round")).toBeUndefined()
})
