import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

/** Where the documents that name files of the app begin to look; folders of the root are named from there. */
const DOCUMENTS = ["docs/coverage.md", "docs/security.md"]

test.each(DOCUMENTS)("every file that %s names is there", (document) => {
  const named = readFileSync(document, "utf8").matchAll(/`([a-z][\w.-]*\/[\w./*-]*|[\w.*-]+\.tsx?)`/g)
  const isThere = (path: string) => [path, `app/${path}`].some((one) => globSync(one).length > 0)
  const missing = [...named].flatMap(([, path = ""]) => (isThere(path) ? [] : [path]))
  expect(missing).toEqual([])
})
