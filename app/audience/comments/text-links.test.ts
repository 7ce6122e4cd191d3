import fc from "fast-check"
import { expect, test } from "vitest"
import { findLinks } from "./text-links.ts"

const hrefs = (text: string) => findLinks(text).flatMap(({ href }) => href ?? [])

test.each<[string, string[]]>([
  ["", []],
  ["Rien à voir", []],
  ["https://a.example", ["https://a.example"]],
  ["HTTP://A.example/B", ["HTTP://A.example/B"]],
  ["www.a.example/b", ["https://www.a.example/b"]],
  ["Voir https://a.example.", ["https://a.example"]],
  ["Voir https://a.example, puis http://b.example !", ["https://a.example", "http://b.example"]],
  ["(https://a.example)", ["https://a.example"]],
  ["[https://a.example]", ["https://a.example"]],
  ["« https://a.example »", ["https://a.example"]],
  ["«https://a.example»", ["https://a.example"]],
  ["<https://a.example>", ["https://a.example"]],
  ['"https://a.example"', ["https://a.example"]],
  ["https://a.example/…", ["https://a.example/"]],
  ["https://a.example/?a=b&c=d#e", ["https://a.example/?a=b&c=d#e"]],
  ["https://fr.example/wiki/Rap_(musique)", ["https://fr.example/wiki/Rap_(musique)"]],
  ["(https://fr.example/wiki/Rap_(musique))", ["https://fr.example/wiki/Rap_(musique)"]],
  ["https://fr.example/wiki/Rap_(musique).", ["https://fr.example/wiki/Rap_(musique)"]],
  ["https://a.example\nhttps://b.example", ["https://a.example", "https://b.example"]],
  ["https://é.example/été", ["https://é.example/été"]],
])("findLinks finds the addresses in %j", (text, found) => {
  expect(hrefs(text)).toEqual(found)
})

test.each([
  "javascript:alert(1)",
  "data:text/html,<b>",
  "vbscript:x",
  "ftp://a.example",
  "file:///etc/passwd",
  "//a.example",
  "a.example",
  "awa@www.example.fr",
  "xhttps://a.example",
  "http://",
  "https://",
  "https://.",
  "http:///",
  "mailto:awa@cko.test",
])("findLinks finds none in %j", (text) => {
  expect(hrefs(text)).toEqual([])
})

test("findLinks gives the text back, whatever it is, with web addresses only", () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(
      "https://a.example",
      "www.",
      "javascript:",
      "http://",
      "(",
      ")",
      ".",
      " ",
      "\n",
      "@",
      "://",
      "https://[",
      "\u202e",
    ),
  )
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join("")
      const parts = findLinks(text)
      expect(parts.map((part) => part.text).join("")).toBe(text)
      for (const part of parts) {
        expect(part.text).not.toBe("")
        if (part.href === undefined) continue
        expect(part.href).toMatch(/^https?:\/\//i)
        expect(["http:", "https:"]).toContain(new URL(part.href).protocol)
        expect(part.href.endsWith(part.text)).toBe(true)
        expect(part.href).not.toMatch(/\s/)
      }
    }),
    { numRuns: 1_000 },
  )
})

test("findLinks is quick with what is made to be slow", () => {
  for (const unit of ["www.", "http://", "https://a.(", ")", "https://a.example/))))", "@www."]) {
    const text = unit.repeat(500)
    expect(
      findLinks(text)
        .map((part) => part.text)
        .join(""),
    ).toBe(text)
  }
})
