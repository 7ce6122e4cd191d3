import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

// docs/product.md holds the interface's texts letter for letter, in code marks: what is no longer in the code is found here.

const document = readFileSync("docs/product.md", "utf8")
const marked = [...document.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text)
const files = execFileSync("git", ["ls-files", "app", "server", "scripts", "drizzle/*.sql", "site.config.ts"])
const code = files
  .toString()
  .trim()
  .split("\n")
  .filter((file) => /\.(tsx?|sql)$/.test(file) && !file.includes(".test.") && existsSync(file))
  .map((file) => readFileSync(file, "utf8"))
  .map(toOneLine)
  .join("\n")

test("each text of the interface that product.md names is in the code", () => {
  const texts = marked.filter((text) => !/^[/?#]|^(app|test)\/|^site\.config/.test(text))
  // Whatever is filled in stands between what is fixed.
  const isInCode = (text: string) =>
    text.split(/\{[^{}]*\}/).every((part) => code.includes(toOneLine(part).trim()))
  expect(texts.filter((text) => !isInCode(text))).toEqual([])
})

test("each file that product.md names exists", () => {
  const paths = marked.filter((text) => /^(app|test)\/|^site\.config/.test(text))
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
})

/** JSX breaks texts over lines, and no-break spaces are written in several ways. */
function toOneLine(text: string) {
  return text.replace(/(?:\s|&nbsp;|&#x202f;|&#xa0;|\\u202f|\\u00a0|\$\{N\}|\{" "\})+/g, " ")
}
