import { afterAll } from "vitest"
import { siteOutputs } from "#test/running-site.ts"

const announced: RegExp[] = []

/** What the sites of a file's tests may say from `warn` on, because the tests bring it about. */
export function announceLogs(...patterns: RegExp[]) {
  announced.push(...patterns)
}

// A site may answer 200 and its log still tell of a failure.
afterAll(() => {
  const unexpected = siteOutputs
    .flatMap((output) => output().split("\n"))
    .filter((line) => /"level":[456]0|^\(node:\d+\)/.test(line))
    .filter((line) => !announced.some((pattern) => pattern.test(line)))
  if (unexpected.length > 0)
    throw new Error(`The sites logged what no test announced:\n${[...new Set(unexpected)].join("\n")}`)
})
