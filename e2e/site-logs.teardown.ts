import { readFile } from "node:fs/promises"
import { type SiteName, siteLog, SITES } from "./sites.ts"

/** What journeys bring about on purpose. */
const EXPECTED = [
  // A feed that a host imports lies on this machine: it is not remembered (import-feed.spec.ts).
  /"reason":"Cette adresse mène à un réseau privé[^"]*","msg":"feed not read"/,
]

/** No site says anything that a journey does not bring about: a page may answer 200 and the log still tell of a failure. */
export default async function checkSiteLogs() {
  const lines = await Promise.all(
    Object.keys(SITES).map(async (name) => {
      const text = await readFile(siteLog(name as SiteName), "utf8").catch(() => "")
      const all = text.split("\n")
      // A process that nobody expected to end says why in lines of its own.
      return all.flatMap((line, index) =>
        isUnexpected(line) ? [`${name}:`, ...all.slice(Math.max(0, index - 12), index + 1)] : [],
      )
    }),
  )
  const unexpected = lines.flat()
  if (unexpected.length > 0) throw new Error(`The sites logged:\n${unexpected.join("\n")}`)
}

function isUnexpected(line: string) {
  return /"level":[456]0/.test(line) && !EXPECTED.some((pattern) => pattern.test(line))
}
