/**
 * `npm run agents -- ~/user-agents-v2/build` puts the lists of opawg/user-agents-v2 (MIT), from a copy of that repository, in the
 * place of those by which the statistics tell who asks, with their licence beside them. Nothing is written unless all of them can be read.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { format, resolveConfig } from "prettier"
import { z } from "zod"

const LISTS = ["bots", "apps", "libraries", "browsers", "devices", "referrers"]
const TARGET = join(import.meta.dirname, "../app/audience/statistics/agents/lists")

const pattern = z.string().min(1).refine(compiles, { error: "is no regular expression" })
const runtimeList = z.object({
  entries: z
    .array(z.object({ name: z.string().min(1), pattern, category: z.string().optional() }))
    .nonempty(),
})

/** One entry a line: `["name", "pattern"]`, and its category where it has one. */
export async function toCompactList(runtime: string) {
  const { entries } = runtimeList.parse(JSON.parse(runtime))
  const rows = entries.map(({ name, pattern, category }) => [name, pattern, ...(category ? [category] : [])])
  const options = await resolveConfig(join(TARGET, "bots.json"))
  return format(JSON.stringify(rows), { ...options, parser: "json" })
}

function compiles(text: string) {
  try {
    return new RegExp(text) instanceof RegExp
  } catch {
    return false
  }
}

if (import.meta.main) {
  const folder = process.argv[2]
  if (!folder) throw new Error("Which folder has bots.runtime.json and the others?")
  const files = await Promise.all(
    LISTS.map(async (name) => {
      const list = await toCompactList(readFileSync(join(folder, `${name}.runtime.json`), "utf8"))
      return [`${name}.json`, list] as const
    }),
  )
  const licence = readFileSync(join(folder, "../LICENSE"), "utf8")
  for (const [name, text] of [...files, ["LICENSE", licence] as const])
    writeFileSync(join(TARGET, name), text)
  console.log(`Now say in ${join(TARGET, "README.md")} which commit they are of.`)
}
