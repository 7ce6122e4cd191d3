import fc from "fast-check"
import { XMLParser, XMLValidator } from "fast-xml-parser"
import { expect, test } from "vitest"
import { element, escapeXml, textElement } from "./xml.ts"

const ALLOWED = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "",
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: { enabled: true, maxTotalExpansions: 1e6, maxExpandedLength: 1e6 },
  htmlEntities: true,
})

const HOSTILE = [
  "]]>",
  "<![CDATA[",
  "<!-- -- -->",
  "&amp;lt;script>",
  "\u0000\u0008\u000b\u001f\ufffe\uffff",
  "\ud800",
  "\udc00x\ud83d",
  "😀 d’été « œuvre » !",
  "\r\n\t",
  `"'><x y='`,
  "<?xml version='1.0'?>",
  "&#0;&#xD800;&nbsp;",
  "x".repeat(100_000),
]
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)), maxLength: 200 }),
  fc.array(fc.constantFrom(...HOSTILE.slice(0, -1)), { maxLength: 10 }).map((parts) => parts.join("")),
)

/** What is left of a text once what no XML can hold is gone. */
function speakable(text: string) {
  return [...text].filter((character) => ALLOWED.test(character)).join("")
}

test("37.1 no text makes XML that is ill-formed, between tags or within quotes", () => {
  fc.assert(
    fc.property(anyText, anyText, (text, value) => {
      const xml = element("a", { b: value }, [escapeXml(text), textElement("c", text)])
      expect(xml).toMatch(ALLOWED)
      expect(XMLValidator.validate(xml)).toBe(true)
      expect(xml.match(/[<>]/g)?.length).toBe(text.length > 0 && speakable(text).trim() !== "" ? 8 : 4)
    }),
    { examples: HOSTILE.map((text) => [text, text]) },
  )
})

test("a reader gets each text back as it was, but for what no XML can hold", () => {
  fc.assert(
    fc.property(anyText, anyText, (text, value) => {
      fc.pre(speakable(text).trim() !== "" && speakable(value) !== "")
      const { a } = parser.parse(element("a", { b: value }, [textElement("c", text)]))
      expect(a.c).toBe(speakable(text))
      expect(a.b).toBe(speakable(value))
    }),
    { examples: HOSTILE.map((text) => [text, text]) },
  )
})

test("what is empty is left out", () => {
  expect(textElement("a", " ")).toBe("")
  expect(textElement("a", null)).toBe("")
  expect(textElement("a", 0)).toBe("<a>0</a>")
  expect(element("a", { b: "", c: null, d: 0 })).toBe('<a d="0"/>')
})
