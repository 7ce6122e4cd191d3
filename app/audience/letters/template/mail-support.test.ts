import { DomUtils, parseDocument } from "htmlparser2"
import fc from "fast-check"
import { expect, test } from "vitest"
import { HOSTILE_TEXTS, PIECES } from "#test/hostile-texts.ts"
import { ATTRIBUTES, ELEMENTS, PROPERTIES } from "#test/mail-support.ts"
import { EVERYTHING, letterForms, letterOf, look } from "#test/letter-fixtures.ts"
import { withoutPlaces } from "./personal-links.ts"

/** What of a letter the table does not know, or knows not to be shown whole without saying what is there instead. */
function unsupported(html: string) {
  const found = new Set<string>()
  const check = (
    table: Record<string, readonly [string, string, string, string?]>,
    name: string,
    at: string,
  ) => {
    const support = Object.hasOwn(table, name) ? table[name] : undefined
    if (!support) found.add(`${at}: unknown`)
    else if (support.slice(0, 3).some((each) => each !== "yes") && !support[3])
      found.add(`${at}: nothing instead`)
  }
  for (const element of DomUtils.findAll(() => true, parseDocument(html).children)) {
    check(ELEMENTS, element.name, `<${element.name}>`)
    for (const [name, value] of Object.entries(element.attribs)) {
      check(ATTRIBUTES, name, `<${element.name} ${name}>`)
      if (name === "style") for (const wrong of wrongStyles(element.name, value)) found.add(wrong)
      if (/^(?:href|src)$/.test(name) && !/^(?:https?:\/\/|mailto:)/i.test(value))
        found.add(`<${element.name} ${name}="${value}">: not whole`)
    }
  }
  return [...found]

  function wrongStyles(element: string, style: string) {
    const wrong: string[] = []
    for (const declaration of style.split(";").filter(Boolean)) {
      const [property = "", value = ""] = declaration.split(/:(.*)/s)
      check(PROPERTIES, property, `<${element}> ${property}`)
      const at = `<${element}> ${declaration}`
      // What the table says that is not used.
      if (/(?:^|\s)-|auto\b/.test(value) && property === "margin") wrong.push(at)
      if (/\d(?:rem|em|vw|vh)\b|calc\(|var\(/.test(value)) wrong.push(at)
      if (property === "font-weight" && value !== "bold") wrong.push(at)
      if (property.startsWith("border") && Number(/^(\d+)px/.exec(value)?.[1] ?? 0) > 8) wrong.push(at)
      if (property.startsWith("border-") && property !== "border-collapse" && !/^(?:td|th|hr)$/.test(element))
        wrong.push(at)
      const isPadded = property === "padding" && !/^0(?:px)?$/.test(value)
      if (isPadded && !/^(?:td|th|pre)$/.test(element) && !(element === "a" && /inline-block/.test(style)))
        wrong.push(at)
      if (property === "max-width" && !/^(?:table|img)$/.test(element)) wrong.push(at)
    }
    return wrong
  }
}

/** The tags of the source that are not closed in their order: what is typed changes nothing around it. */
function unbalanced(html: string) {
  const open: string[] = []
  for (const [, slash, name = "", rest = ""] of html
    .replace(/<!--[\s\S]*?-->/g, "")
    .matchAll(/<(\/?)([a-z][a-z0-9]*)((?:[^>"]|"[^"]*")*)>/gi)) {
    if (slash) {
      if (open.pop() !== name) return `</${name}>`
    } else if (!rest.endsWith("/")) open.push(name)
  }
  return open.join()
}

test("every element, attribute and property of a letter is one that mail programs show, or has something instead", () => {
  const html = letterOf(EVERYTHING, { logo: true })
  expect(unsupported(html)).toEqual([])
  expect(unbalanced(html)).toBe("")
})

test("the table of what mail programs show holds nothing that letters are not made of", () => {
  const html = letterOf(EVERYTHING, { logo: true })
  const used = { elements: new Set<string>(), attributes: new Set<string>(), properties: new Set<string>() }
  for (const element of DomUtils.findAll(() => true, parseDocument(html).children)) {
    used.elements.add(element.name)
    for (const [name, value] of Object.entries(element.attribs)) {
      used.attributes.add(name)
      if (name === "style")
        for (const declaration of value.split(";").filter(Boolean))
          used.properties.add(declaration.split(":")[0] ?? "")
    }
  }
  expect(Object.keys(ELEMENTS).filter((name) => !used.elements.has(name))).toEqual([])
  expect(Object.keys(ATTRIBUTES).filter((name) => !used.attributes.has(name))).toEqual([])
  expect(Object.keys(PROPERTIES).filter((name) => !used.properties.has(name))).toEqual([])
})

test("43.2 whatever is typed, a letter is made of what mail programs show, and leads out of itself by whole addresses", () => {
  const text = fc.array(
    fc.constantFrom(...PIECES, "/episodes/12", "\n\n", "![a](/media/x)", "⟦html:online⟧"),
    {
      minLength: 1,
      maxLength: 60,
    },
  )
  fc.assert(
    fc.property(text, (pieces) => {
      const content = pieces.join("")
      const html = letterOf(content, { title: withoutPlaces(content) })
      expect(unsupported(html)).toEqual([])
      expect(unbalanced(html)).toBe("")
      expect(html).not.toMatch(/[⟦⟧\0]/)
      expect(letterForms(content).text).not.toMatch(/\n{3}/)
    }),
    { numRuns: 200 },
  )
})

test.each(Object.entries(HOSTILE_TEXTS))("a letter of %s is made of what mail programs show", (_, make) => {
  const html = letterOf(make(2_000))
  expect(unsupported(html)).toEqual([])
  expect(unbalanced(html)).toBe("")
})

test("each element has its style on itself, for programs that know no style sheets", () => {
  const html = letterOf(EVERYTHING)
  const bare = DomUtils.findAll(
    ({ name, attribs }) => /^(?:p|h[1-6]|li|th|td)$/.test(name) && attribs.class?.includes("c-text") === true,
    parseDocument(html).children,
  ).filter(({ attribs }) => !/(?:^|;)color:#[0-9a-f]{6}/.test(attribs.style ?? ""))
  expect(bare.map(({ name }) => name)).toEqual([])
})

test("a dark letter changes every colour that a light one has on its sheet", () => {
  const { ground, sheet, raised, text, dim, link, line } = look.light
  const classes: Record<string, [hex: string, name: string][]> = {
    color: [
      [text, "c-text"],
      [dim, "c-dim"],
      [link, "c-link"],
    ],
    "background-color": [
      [ground, "c-ground"],
      [sheet, "c-sheet"],
      [raised, "c-raised"],
    ],
    border: [[line, "c-line"]],
  }
  const all = DomUtils.findAll(() => true, parseDocument(letterOf(EVERYTHING, { logo: true })).children)
  let colours = 0
  const wrong = all.flatMap(({ name, attribs }) =>
    (attribs.style ?? "").split(";").flatMap((declaration) => {
      const property = declaration.split(":")[0]?.replace(/^border-\w+$/, "border") ?? ""
      const hex = /#[0-9a-f]{6}/.exec(declaration)?.[0]
      const names = (classes[property] ?? []).filter(([own]) => own === hex).map(([, own]) => own)
      if (names.length === 0) return []
      colours += 1
      const own = (attribs.class ?? "").split(" ")
      return names.some((one) => own.includes(one)) ? [] : [`<${name}> ${declaration}`]
    }),
  )
  expect(wrong).toEqual([])
  expect(colours).toBeGreaterThan(30)
})
