import { existsSync, globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import type { RouteConfigEntry } from "@react-router/dev/routes"
import "#app/office/types/types.server.ts"
import { managedTypes } from "#app/content/types.server.ts"
import { shownFields } from "#app/kit/form/field-facts.ts"
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
