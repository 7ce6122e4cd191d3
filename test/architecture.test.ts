import { existsSync, globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { WORKERS } from "#app/kit/lib/worker-files.server.ts"
import { importsOf } from "./imports.ts"

const MAPS = ["A page is read", "Something is written", "A file is uploaded", "A letter is sent"]
/** What is read at once, on one screen. */
const SCREEN = { lines: 40, letters: 110 }
const STEP = /^\d+\. (back in )?`([^`]+)`(?: \(([^)]+)\))?: ./

const document = read("docs/architecture.md")
const imports = (await importsOf("{app,server}/**/*.{ts,tsx}")).filter(({ isType }) => !isType)
const importing = (file: string) => imports.flatMap((one) => (one.file === file ? one.target : []))

/** What leads to a file without an import of those before it, and whether that is so. */
const HOPS: Record<string, (file: string, before: string[]) => boolean> = {
  "by React Router": (file) => /^app\/(root|entry\.server)\.tsx$/.test(file),
  "by the route table": (file) => read("app/routes.ts").includes(`"${file.replace("app/", "")}"`),
  "by a trigger": (file) => globSync("drizzle/*.sql").includes(file) && read(file).includes("CREATE TRIGGER"),
  NOTIFY: (file) => read(file).includes("listen cko_"),
  "as a process": (file) => Object.values<string>(WORKERS).includes(file),
  // Who asks and who answers have the address from one file.
  "over HTTP": (file, before) => importing(before.at(-1) ?? "").some((one) => importing(file).includes(one)),
}

/** `by server/pages.ts`: that one imports it, and hands it to those before it or lets it follow them. */
function isHandedOn(file: string, hop: string) {
  const [, by = ""] = /^by (\S+\.ts)$/.exec(hop) ?? []
  return importing(by).includes(file)
}

/** Why a step cannot be followed by who has read those before it; undefined where it can. */
function whyLost(line: string, before: string[]) {
  const [, back, file = "", hop] = STEP.exec(line) ?? []
  if (!file) return "names no file"
  if (!existsSync(file)) return "is not there"
  if (back) return before.includes(file) ? undefined : "was not passed before"
  if (before.includes(file)) return "was passed before: « back in »"
  if (before.length === 0) return undefined
  const isImported = before.some((one) => importing(one).includes(file))
  if (hop === undefined) return isImported ? undefined : "is imported by none before it"
  return (HOPS[hop]?.(file, before) ?? isHandedOn(file, hop)) ? undefined : `is not reached ${hop}`
}

test.each(MAPS)("« %s » can be followed from file to file, on one screen", (title) => {
  const lines = stepsOf(title)
  const before: string[] = []
  const lost = lines.flatMap((line) => {
    const why = whyLost(line, before)
    before.push(STEP.exec(line)?.[2] ?? "")
    return why === undefined ? [] : `${line} (${why})`
  })
  expect(lost).toEqual([])
  expect(lines.length).toBeGreaterThan(10)
  expect(lines.length).toBeLessThanOrEqual(SCREEN.lines)
  expect(lines.filter(({ length }) => length > SCREEN.letters)).toEqual([])
})

test.each([
  ["1. `server/left.ts`: is gone", "is not there"],
  ["1. `server/pages.ts`: is opened by the site", "is imported by none before it"],
  ["1. `server/pages.ts` (by server/build.ts): is opened by the site", "is not reached by server/build.ts"],
  ["1. `server/pages.ts` (by magic): is opened by the site", "is not reached by magic"],
  [
    "1. `app/writing/news/news.server.ts` (by the route table): no route",
    "is not reached by the route table",
  ],
  ["1. back in `server/pages.ts`: was never there", "was not passed before"],
  ["1. `server/one-host.ts`: is imported", undefined],
])("who follows « %s » after the server is told where the way ends", (line, why) => {
  expect(whyLost(line, ["server/serve.ts"])).toBe(why)
})

function stepsOf(title: string) {
  const [, after = ""] = document.split(`\n## ${title}\n`)
  return (after.split("\n## ")[0] ?? "").split("\n").filter((line) => /^\d+\. /.test(line))
}

function read(path: string) {
  return readFileSync(path, "utf8")
}
