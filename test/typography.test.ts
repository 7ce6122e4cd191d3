import { globSync, readFileSync } from "node:fs"
import { parseSync, Visitor } from "vite"
import { expect, test } from "vitest"
import { frenchSpaces } from "#app/kit/lib/french-spaces.ts"

// A line of the interface never begins with « : », « ? » or « » »: the texts in the code have no-break spaces there.

/** The specification's, letter for letter. */
const SPECIFIED = [
  "Inscription réussie !",
  "Connexion réussie !",
  "Message envoyé !",
  "Commentaire posté !",
  " à jour !",
]

const FILES = globSync("app/**/*.{ts,tsx}").filter(
  // What only terminals show is there to be copied into them.
  (file) => !file.includes(".test.") && !file.startsWith("app/db/"),
)

test("20.5 the texts of the interface keep their punctuation at their words", () => {
  expect(FILES.length).toBeGreaterThan(500)
  const broken = FILES.flatMap((file) =>
    textsOf(file)
      .filter((text) => !SPECIFIED.includes(text) && frenchSpaces(text) !== text)
      .map((text) => `${file}: ${text}`),
  )
  expect(broken).toEqual([])
})

test("no attribute shows an escape letter for letter, as JSX would", () => {
  const broken = FILES.filter((file) => file.endsWith(".tsx")).flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/="[^"{}\n]*\\u[0-9a-f]{4}[^"\n]*"/g)].map(
      ([text]) => `${file}: ${text}`,
    ),
  )
  expect(broken).toEqual([])
})

test("a text with a plain space before its mark is found", () => {
  expect(frenchSpaces("Vide, rien ne part : chaque e-mail attend.")).not.toContain(" :")
})

function textsOf(file: string) {
  const source = readFileSync(file, "utf8")
  const texts: string[] = []
  const ofCode = new Set<number>()
  new Visitor({
    TaggedTemplateExpression: ({ quasi }) => quasi.quasis.forEach(({ start }) => ofCode.add(start)),
    TemplateElement: ({ start, value }) => {
      if (!ofCode.has(start)) texts.push(value.raw)
    },
    Literal: ({ value }) => {
      if (typeof value === "string") texts.push(value)
    },
    JSXText: ({ value }) => void texts.push(value),
  }).visit(parseSync(file, source).program)
  return texts.filter((text) => /[\p{L}«»]/u.test(text))
}
