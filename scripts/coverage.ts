/**
 * `npm run coverage` writes docs/coverage.md: the code and the tests of each rule of docs/product.md. A test begins its title, or
 * the title of a `describe` around it, with the rules that it shows: `test("3.4, 2.7 …"`; code names its own as "product.md 3.4".
 */
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { format, resolveConfig } from "prettier"

export const COVERAGE = "docs/coverage.md"

/** What no test can show, and why. */
const EXCUSED = new Map([["1.1", "says in short what all the others say"]])

const TESTS = "{app,server,scripts,test,faults,engines,e2e}/**/*.{test,spec,setup}.{ts,tsx}"
const CODE = "{app,server}/**/*.{ts,tsx}"

const NUMBER = /\d+(?:\.\d+)?/g
/** A title comes after `test(`, `test.describe(`, or the table of `test.each([…])(`. */
const TITLE = /(?:\b(?:test|describe)(?:\.\w+)*|\))\(\s*["'`](\d+(?:\.\d+)?(?:, \d+(?:\.\d+)?)*) /g
/** The rules that a comment refers to, as in "product.md 3.1, 3.2 and 3.9". */
export const REFERENCE = /product\.md ((?:(?:, | and )?\d+(?:\.\d+)?)+)/g

/** From here on the document is written by hand. */
const BY_HAND = "<!-- by hand -->"

type Section = { title: string; rules: { number: string; title: string }[] }

/**
 * @returns the document as it should be, which rules no test shows, and which titles name a rule that there is not
 */
export async function readCoverage() {
  const sections = sectionsOf(readFileSync("docs/product.md", "utf8"))
  const rules = sections.flatMap((section) => section.rules.map(({ number }) => number))
  const tests = filesByRule(TESTS, TITLE)
  const code = filesByRule(CODE, REFERENCE, [TESTS])
  return {
    document: await write(sections, code, tests),
    untested: rules.filter((number) => !tests.has(number) && !EXCUSED.has(number)),
    unknown: [...tests].flatMap(([number, files]) =>
      rules.includes(number) ? [] : files.map((file) => `${number} in ${file}`),
    ),
  }
}

/** The rules of a section are its parts, or itself where it has none. */
function sectionsOf(product: string): Section[] {
  const parts = [...product.matchAll(/^### ((\d+)\.\d+) (.+)$/gm)]
  return [...product.matchAll(/^## (\d+)\. (.+)$/gm)].map(([, number = "", title = ""]) => {
    const own = parts.filter(([, , section]) => section === number)
    const rules = own.map(([, part = "", , name = ""]) => ({ number: part, title: name }))
    return { title: `${number}. ${title}`, rules: rules.length > 0 ? rules : [{ number, title }] }
  })
}

/** By each rule the files where `pattern` finds its number. */
function filesByRule(glob: string, pattern: RegExp, exclude: string[] = []) {
  const found = new Map<string, string[]>()
  for (const file of globSync(glob, { exclude }).sort()) {
    const lists = [...readFileSync(file, "utf8").matchAll(pattern)].map(([, list = ""]) => list)
    for (const number of new Set(lists.join().match(NUMBER))) {
      found.set(number, [...(found.get(number) ?? []), file.replaceAll("\\", "/")])
    }
  }
  return found
}

async function write(sections: Section[], code: Map<string, string[]>, tests: Map<string, string[]>) {
  const former = readFileSync(COVERAGE, "utf8")
  const line = ({ number, title }: Section["rules"][number]) => {
    const shownBy = tests.get(number) ?? []
    const beside = shownBy.filter((file) => /^(app|server)\//.test(file)).map((file) => `${dirname(file)}/`)
    const places = listed([...(code.get(number) ?? []), ...new Set(beside)])
    const row = [...(places ? [places] : []), `shown by ${listed(shownBy)}`].join("; ")
    return `- **${number} ${title}**: ${EXCUSED.get(number) ?? row}`
  }
  const parts = sections.map(({ title, rules }) => `## ${title}\n\n${rules.map(line).join("\n")}`)
  const text = [INTRODUCTION, ...parts, former.slice(former.indexOf(BY_HAND))].join("\n\n")
  return format(text, { ...(await resolveConfig(COVERAGE)), parser: "markdown" })
}

const listed = (files: string[]) => files.map((file) => `\`${file.replace(/^app\//, "")}\``).join(", ")

const INTRODUCTION = `# Coverage

Of each rule of [product.md](product.md) where its code is, and which tests show it. \`npm run coverage\` writes this from the titles of
tests, which begin with the rules that they show (\`test("3.4, 2.7 …"\`), the folders they stand in, and comments of the code
("product.md 3.4"); \`npx vitest run -t "\\b3\\.4\\b"\` runs a rule's own. Paths are below \`app/\` unless they start with another folder.`

if (import.meta.main) writeFileSync(COVERAGE, (await readCoverage()).document)
