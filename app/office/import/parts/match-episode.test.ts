import { expect, test } from "vitest"
import { createEpisodeMatcher } from "./match-episode.ts"

const match = createEpisodeMatcher([
  { id: 1, title: "Le béton, c’est chaud !", guid: "urn:abc:1", season: 1, number: 7 },
  { id: 2, title: "Nuit blanche", guid: "https://old.example/?p=12", season: 2, number: 7 },
  { id: 3, title: "Douze", guid: null, season: null, number: 12 },
  { id: 4, title: "Deux fois", guid: null, season: null, number: null },
  { id: 5, title: "Deux fois", guid: null, season: null, number: null },
  { id: 6, title: "1984", guid: null, season: null, number: 40 },
])

test.each([
  ["12.vtt", 3],
  ["dossier/0012 - n’importe quoi.fr.srt", 3],
  ["ep12.transcript.json", 3],
  ["Épisode 12.vtt", 3],
  ["S02E07 quelque chose.vtt", 2],
  ["saison 1 ep 7.vtt", 1],
  ["Le beton, c_est chaud.srt", 1],
  ["12 - Nuit blanche.vtt", 3],
  ["99 - Nuit blanche.vtt", 2],
  ["urn_abc_1.vtt", 1],
  ["https_old.example_p=12.json", 2],
  ["1984.vtt", 6],
  // Of two seasons there are two.
  ["7.vtt", undefined],
  ["Deux fois.vtt", undefined],
  ["autre chose.vtt", undefined],
  ["", undefined],
  [".vtt", undefined],
  ["9".repeat(5_000), undefined],
])("a file %s is of episode %s", (file, id) => {
  expect(match(file)).toBe(id)
})
