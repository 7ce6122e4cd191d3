import fc from "fast-check"
import { expect, test } from "vitest"
import { billAfter, billWith, billWithout, ownBilling, wordsBeside } from "./billing.ts"
import {
  isNamed,
  joinNames,
  type NamedPerson,
  readPeople,
  renameIn,
  splitNames,
  writePeople,
} from "./names.ts"

test.each([
  ["", []],
  ["Awa", [{ name: "Awa", slug: null }]],
  [
    " Awa  Diallo [awa-2] \n\n Sam ",
    [
      { name: "Awa Diallo", slug: "awa-2" },
      { name: "Sam", slug: null },
    ],
  ],
  ["[awa]", [{ name: "", slug: "awa" }]],
  ["Awa [Feat] ", [{ name: "Awa [Feat]", slug: null }]],
])("the people of %j are %j", (text, people) => {
  expect(readPeople(text)).toEqual(people)
})

test("people are read as they were written", () => {
  const person = fc.record({
    name: fc.constantFrom("Awa", "Sam Diop", "L’Artisan", "A [B] C"),
    slug: fc.option(fc.constantFrom("awa", "sam-2")),
  })
  fc.assert(
    fc.property(fc.array(person), (people) => {
      expect(readPeople(writePeople(people))).toEqual(people)
    }),
  )
})

test.each([
  ["Awa", ["Awa"]],
  ["Awa, Sam et Zoé", ["Awa, Sam et Zoé", "Awa", "Sam", "Zoé"]],
  ["Awa & Sam x Zoé", ["Awa & Sam x Zoé", "Awa", "Sam", "Zoé"]],
  ["Bernadette", ["Bernadette"]],
  ["", []],
])("the names in %j are %j", (guest, names) => {
  expect(splitNames(guest)).toEqual(names)
})

test.each([
  ["Awa", "Sam Diop"],
  ["awa & Zoé", "Sam Diop & Zoé"],
  ["Zoé, Awa et Malik", "Zoé, Sam Diop et Malik"],
  ["Awa et Awa", "Sam Diop"],
  ["Awa et Sam Diop", "Sam Diop"],
  ["Awatef", "Awatef"],
])("Awa renamed in %j makes %j of it", (guest, renamed) => {
  expect(renameIn(guest, "Awa", "Sam Diop")).toBe(renamed)
})

test("a name is never taken for a pattern", () => {
  expect(renameIn("Awa", "Awa", "$& $1")).toBe("$& $1")
  expect(renameIn("Awa et Sam", "Sam", "$&")).toBe("Awa et $&")
})

test("one who is added is named, and one who is taken away is not", () => {
  const name = fc.constantFrom("Awa", "Sam", "Zoé", "L’Artisan")
  fc.assert(
    fc.property(fc.uniqueArray(name), name, (names, one) => {
      const guest = joinNames(names)
      expect(isNamed(billWith(guest, one), one)).toBe(true)
      expect(isNamed(billWithout(guest, one), one)).toBe(false)
      const others = names.filter((other) => other !== one)
      expect(billWithout(billWith(guest, one), one)).toBe(joinNames(others))
    }),
  )
})

test.each([
  ["one more stands last", "Awa", "A", "AS", "Awa et Sam"],
  ["somebody who was typed already stays in place", "Sam et Awa", "A", "AS", "Sam et Awa"],
  ["one less leaves the others as they were typed", "DJ Zed, Awa et Sam", "AS", "S", "DJ Zed et Sam"],
  ["the last one leaves nothing", "Awa", "A", "", ""],
  ["one who comes back stands at the same place", "Awa et Léa", "AL", "ASL", "Awa, Sam et Léa"],
  ["the same people change nothing", "Awa et les autres", "AS", "AS", "Awa et les autres"],
  ["another order is followed", "Awa, Sam et Léa", "ASL", "LAS", "Léa, Awa et Sam"],
])("an episode's guest in words: %s", (_rule, guest, before, after, expected) => {
  const people = [...before].map(personOf)
  expect(billAfter(guest, [...after].map(personOf), people)).toBe(expected)
})

test.each([
  ["Awa et Sam", ""],
  ["AWA et Sam", "AWA et Sam"],
  ["Awa & Sam", "Awa & Sam"],
  ["", ""],
])("of %j, words that are more than people's names are %j", (guest, own) => {
  expect(ownBilling(guest, [personOf("A"), personOf("S")])).toBe(own)
})

test.each([
  ["Yoro", "", ["Yoro"]],
  ["Yoro et Awa", "A", ["Yoro"]],
  ["Awa & friends", "A", ["friends"]],
  ["AWA, Sam", "AS", []],
  ["Zoé et zoe", "", ["zoe"]],
  ["Tyler, The Creator et Awa", "T", ["Awa"]],
  ["", "A", []],
  ["", "", []],
])("in %j, beside the people %j, words alone are %j", (guest, people, words) => {
  expect(wordsBeside(guest, [...people].map(personOf))).toEqual(words)
})

const PEOPLE: Record<string, NamedPerson> = {
  A: { name: "Awa", slug: null },
  S: { name: "Sam", slug: null },
  L: { name: "Léa", slug: null },
  T: { name: "Tyler, The Creator", slug: "tyler" },
}

function personOf(initial: string) {
  const person = PEOPLE[initial]
  if (!person) throw new Error(`Nobody is called ${initial}`)
  return person
}
