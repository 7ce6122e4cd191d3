import { expect, test } from "vitest"
import { ofName } from "./french.ts"

test.each([
  ["Nour", "de Nour"],
  ["Awa", "d’Awa"],
  ["awa@cko.test", "d’awa@cko.test"],
  ["Élodie", "d’Élodie"],
  ["E\u0301lodie", "d’E\u0301lodie"],
  ["Œdipe", "d’Œdipe"],
  ["IAM", "d’IAM"],
  ["Yanis", "de Yanis"],
  ["Yves", "d’Yves"],
  ["Y", "de Y"],
  ["Hugo", "de Hugo"],
  ["113", "de 113"],
  ["« Awa »", "de « Awa »"],
  ["", "de "],
])("20.5 of %j is %j", (name, text) => {
  expect(ofName(name)).toBe(text)
})
