import { readFileSync } from "node:fs"
import { glob } from "node:fs/promises"
import { dirname, join, normalize } from "node:path"

export type Import = { file: string; target: string; isType: boolean }

const IMPORT =
  /(?:(import type)[^"]*|from|import)\s*\(?\s*"((?:\.{1,2}\/|#(?:app|server|test)\/)[^"]+\.tsx?)"/g

/** Imports of values and of types alike; not those of tests, which may look everywhere. */
export async function importsOf(pattern: string) {
  const imports: Import[] = []
  for await (const file of glob(pattern, { exclude: (name) => name.includes(".test.") })) {
    for (const [, type, specifier = ""] of readFileSync(file, "utf8").matchAll(IMPORT)) {
      const target = specifier.startsWith("#")
        ? specifier.slice(1)
        : normalize(join(dirname(file), specifier))
      imports.push({ file, target, isType: type !== undefined })
    }
  }
  return imports
}
