import { globSync } from "node:fs"
import { glob } from "node:fs/promises"
import { expect, test } from "vitest"
import { WORKERS } from "#app/kit/lib/worker-files.server.ts"
import { type Import, importsOf } from "./imports.ts"

/** The rooms of `app/` from the ground up (docs/architecture.md): each knows only those before it. The roof is `app/`'s own files. */
const ROOMS = [
  ...["kit", "db", "content", "base", "accounts", "media"],
  ...["podcast", "writing", "audience", "site", "office", "jobs"],
]

const imports = await importsOf("app/**/*.{ts,tsx}")

const roomOf = (file: string) => (file.split("/").at(-2) === "app" ? "roof" : (file.split("/")[1] ?? ""))

/** `podcast/episodes`, or `media` for what stands in the room itself. */
const folderOf = (file: string) => file.split("/").slice(1, -1).slice(0, 2).join("/")

const heightOf = (file: string) => (roomOf(file) === "roof" ? ROOMS.length : ROOMS.indexOf(roomOf(file)))

const lines = (found: Import[]) => found.map(({ file, target }) => `${file} imports ${target}`).sort()

test("every folder of the app is one of its rooms", async () => {
  const found: string[] = []
  for await (const folder of glob("app/*/")) found.push(folder.split("/").filter(Boolean).at(-1) ?? "")
  expect(found.sort()).toEqual(ROOMS.toSorted())
})

test("imports lead downwards", () => {
  expect(lines(imports.filter(({ file, target }) => heightOf(target) > heightOf(file)))).toEqual([])
})

test.each([
  ["app", ["app"]],
  ["server", ["app", "server"]],
])("all of %s stands on no more than %j", async (folder, below) => {
  const all = await importsOf(`${folder}/**/*.{ts,tsx}`)
  expect(lines(all.filter(({ target }) => !below.includes(target.split("/")[0] ?? "")))).toEqual([])
})

test("no folder of a room reaches itself again", () => {
  expect(circlesAmong(folderOf)).toEqual([])
})

test("no file reaches itself again, not even by its types", () => {
  expect(circlesAmong((file) => file)).toEqual([])
})

test("nothing imports a route module", async () => {
  const all = [...imports, ...(await importsOf("{server,scripts}/**/*.ts"))]
  expect(lines(all.filter(({ target }) => target.includes(".route.")))).toEqual([])
})

test("whatever runs by itself and asks for the types says first which there are", async () => {
  const [asked, said] = ["app/content/types.server.ts", "app/office/types/types.server.ts"]
  const all = [...imports, ...(await importsOf("{server,scripts,test,faults,e2e,engines}/**/*.ts"))]
  const reachedFrom = (entry: string) => {
    const reached = new Set([entry])
    for (const file of reached)
      for (const one of all) if (one.file === file && !one.isType) reached.add(one.target)
    return reached
  }
  const entries = [
    ...Object.values(WORKERS),
    "server/site.ts",
    ...globSync("scripts/**/*.ts"),
    ...globSync("test/short-lived-*.ts"),
    ...globSync("{faults,e2e,engines}/**/*.ts"),
  ]
  const reached = entries.map((entry) => [entry, reachedFrom(entry)] as const)
  expect(reached.filter(([, files]) => files.has(asked) && !files.has(said)).map(([entry]) => entry)).toEqual(
    [],
  )
})

/** The ways that lead back to where they begin, each once. */
function circlesAmong(nameOf: (file: string) => string) {
  const reached = new Map<string, Set<string>>()
  for (const { file, target } of imports) {
    const [from, to] = [nameOf(file), nameOf(target)]
    if (from !== to) reached.set(from, (reached.get(from) ?? new Set()).add(to))
  }
  const circles: string[] = []
  const done = new Set<string>()
  const walk = (name: string, way: string[]) => {
    if (way.includes(name)) circles.push([...way.slice(way.indexOf(name)), name].join(" → "))
    else if (!done.has(name)) for (const next of reached.get(name) ?? []) walk(next, [...way, name])
    done.add(name)
  }
  for (const name of reached.keys()) walk(name, [])
  return circles
}
