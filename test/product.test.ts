import { existsSync, globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import type { RouteConfigEntry } from "@react-router/dev/routes"
import "#app/office/types/types.server.ts"
import { findManagedType, managedTypes } from "#app/content/types.server.ts"
import { fieldsIn, shownFields } from "#app/kit/form/field-facts.ts"
import { wordsOf } from "#app/content/managed-type.ts"
import routes from "#app/routes.ts"
import { REFERENCE } from "../scripts/coverage.ts"

// docs/product.md holds the interface's texts letter for letter, in code marks, and rules that comments refer to by number.

const PATH = /^(app|test)\/|^site\.config/

const document = readFileSync("docs/product.md", "utf8")
const marked = [...document.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text)
const sources = globSync(["{app,server,scripts}/**/*.{ts,tsx}", "drizzle/*.sql"])
  .filter((file) => !file.includes(".test."))
  .map((file) => toOneLine(readFileSync(file, "utf8")))
  .join("\n")
/** What the managers say follows from the noun of each kind of content. */
const ofManagers = [...sources.matchAll(/one: "(\S+)", many: "(\S+)",?( isFeminine: true)?/g)]
  .flatMap(([, one = "", many = "", isFeminine]) =>
    Object.values(wordsOf({ path: "", title: "", one, many, isFeminine: Boolean(isFeminine) }))
      .flat()
      .filter((text) => typeof text === "string"),
  )
  .join("\n")
const LIMITED = ["line", "lines", "markdown"]
/** Bounded by how many lines they have, and of what. */
const OWN_LIMITS = ["people", "links", "chapters", "soundbites", "media"]

/** Controls leave out the article of their field's name. */
const ofFields = managedTypes().flatMap(({ form }) =>
  Object.values(shownFields(form)).map(({ label }) => label),
)
const code = `${sources}\n${toOneLine(ofManagers)}\n${ofFields.join("\n")}`

test("each text of the interface that product.md names is in the code", () => {
  const texts = marked.filter((text) => !/^[/?#]/.test(text) && !PATH.test(text))
  // Whatever is filled in stands between what is fixed.
  const isInCode = (text: string) =>
    text.split(/\{[^{}]*\}/).every((part) => code.includes(toOneLine(part).trim()))
  expect(texts.filter((text) => !isInCode(text))).toEqual([])
})

/** What is said of a type's fields: where it begins in product.md. */
const CHAPTERS: Record<string, string> = {
  episode: "## 3. ",
  news: "## 5. ",
  post: "## 6. ",
  page: "## 7. ",
  guest: "### 3.10 ",
  letter: "## 44. ",
}
const LIMITS = Object.entries(CHAPTERS)
  .flatMap(([kind, heading]) => {
    const form = findManagedType(kind)?.form
    const chapter = toOneLine(document.slice(document.indexOf(`\n${heading}`)))
    return Array.from(form ? fieldsIn(form) : [], ([name, facts]) => {
      const label = form && shownFields(form)[name]?.label
      const [, said = ""] =
        new RegExp(`\`${label}\`(?:, \`[^\`]*\`)?(?: *\\|| \\()([^)|]*)`).exec(chapter) ?? []
      return { kind, name, said, ...facts }
    })
  })
  .filter(({ name, takes }) => LIMITED.includes(takes) && !OWN_LIMITS.includes(name))

test.each(LIMITS)(
  "19.2 $name of $kind is as long as product.md says, and required if it says so",
  (field) => {
    const { said, longest, isRequired } = field
    expect(said).toContain(`${longest?.toLocaleString("en-US")} characters`)
    // In the card an episode needs its guest, or to be said to have none (3.2).
    expect(said.includes("required")).toBe(isRequired || field.name === "guest")
  },
)

test("each file that product.md names exists", () => {
  expect(marked.filter((text) => PATH.test(text) && !existsSync(text))).toEqual([])
})

test("each rule of product.md that a comment names exists", () => {
  const rules = new Set([...document.matchAll(/^#+ (\d+(?:\.\d+)?)\.? /gm)].map(([, number]) => number))
  const references = [...code.matchAll(REFERENCE)]
  const named = references.flatMap(([, list = ""]) => list.match(/\d+(?:\.\d+)?/g) ?? [])
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((number) => !rules.has(number))).toEqual([])
})

test("1.3 each address that product.md lists is one of the site’s", () => {
  const [, table = ""] = /^### 1\.3 .*\n([^#]*)/m.exec(document) ?? []
  const listed = [...table.matchAll(/`(\/[^`?]*)/g)].map(([, path = ""]) => path.replace(/\{(\w+)\}/g, ":$1"))
  const paths = new Set(pathsOf(routes))
  expect(listed.length).toBeGreaterThan(30)
  // The one is among « any other path », the other the server’s.
  expect(listed.filter((path) => !paths.has(path))).toEqual(["/:slug", "/healthz"])
})

function pathsOf(entries: readonly RouteConfigEntry[], above = ""): string[] {
  return entries.flatMap(({ path, children = [] }) => {
    const whole = path === undefined ? above : `${above}/${path}`
    return [whole || "/", ...pathsOf(children, whole)]
  })
}

/** JSX breaks texts over lines, and no-break spaces are written in several ways. */
function toOneLine(text: string) {
  return text.replace(/(?:\s|&nbsp;|&#x202f;|&#xa0;|\\u202f|\\u00a0|\$\{N\}|\{" "\})+/g, " ")
}
