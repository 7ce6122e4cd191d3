import { expect, test } from "vitest"
import { letterForms } from "#test/letter-fixtures.ts"
import { wrapLines } from "./wrap-lines.ts"

const textOf = (content: string) => letterForms(content).text

test.each([
  ["# Titre", "Titre\n====="],
  ["### Titre", "Titre\n-----"],
  ["Un **mot** et *un autre*", "Un mot et un autre"],
  ["[un lien](https://exemple.fr) ici", "un lien (https://exemple.fr) ici"],
  ["[ici](/blog) et là", "ici (https://cko.test/blog) et là"],
  ["Voir https://exemple.fr/a", "Voir https://exemple.fr/a"],
  ["[https://exemple.fr](https://exemple.fr) a", "https://exemple.fr a"],
  ["[x](javascript:alert) a", "x a"],
  ["Écrire à a@exemple.fr", "Écrire à a@exemple.fr"],
  ["- a\n- b\n  - c", "- a\n- b\n  - c"],
  ["3. a\n4. b", "3. a\n4. b"],
  ["- a\n\n  - b\n\n  c\n- d", "- a\n\n  - b\n\n  c\n\n- d"],
  ["- [x] a\n- [ ] b", "- [x] a\n- [ ] b"],
  ["> a\n> b\n\nc", "> a\n> b\n\nc"],
  ["| a | b |\n| - | - |\n| 1 | 2 |", "a | b\n1 | 2"],
  ["```\nun\n  deux\n```", "    un\n      deux"],
  ["a\n\n---\n\nb", "a\n\n* * *\n\nb"],
  ["a[^1]\n\n[^1]: la note", "a[1]\n\n---\n\n[1] la note"],
  ["![le ring](https://exemple.fr/a.png)", "[Image\u00a0: le ring]"],
  ["![](https://exemple.fr/a.png)", ""],
  ["[Écouter](https://exemple.fr)", "Écouter\u00a0: https://exemple.fr"],
  ["/episodes/12", "Au <tapis>\nRound 12\nDix ans & plus\nÉcouter\u00a0: https://cko.test/episodes/12"],
  ["/episodes/13", "https://cko.test/episodes/13"],
  ["un\ndeux", "un\ndeux"],
])("43.2 the plain text of %j is %j", (content, text) => {
  expect(textOf(content)).toBe(text)
})

test("lines of plain text have 72 characters at most, but for words and addresses that are longer", () => {
  const address = `https://exemple.fr/${"a".repeat(100)}`
  const lines = textOf(`> - ${"mot ".repeat(60)}${address} fin`).split("\n")
  expect(lines.length).toBeGreaterThan(3)
  expect(lines.filter((line) => line.length > 72)).toEqual([`>   ${address}`])
})

test("French punctuation stays at its word where a line ends", () => {
  expect(wrapLines(`${"a".repeat(69)} b\u202f! c`)).toBe(`${"a".repeat(69)}\nb\u202f! c`)
})
