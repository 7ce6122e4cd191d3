import { execFileSync } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { partsOfArchive } from "./archive.ts"

let folder = ""
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cko-archive-"))
})
afterAll(() => rm(folder, { recursive: true }))

test("tar takes the files out that were put in, whatever their length", async () => {
  const contents = ["", "Bonjour", "x".repeat(512), "é".repeat(1_000)]
  const entries = await Promise.all(
    contents.map(async (content, index) => {
      const file = join(folder, `${index}.txt`)
      await writeFile(file, content)
      return { name: `media/aa/${String(index).repeat(64)}`, bytes: Buffer.byteLength(content), file }
    }),
  )
  const parts = await Promise.all(
    partsOfArchive(entries).map(async (part) => ("file" in part ? readFile(part.file) : part.content)),
  )
  await writeFile(join(folder, "a.tar"), Buffer.concat(parts))
  execFileSync("tar", ["xf", "a.tar"], { cwd: folder })
  const taken = entries.map(({ name }) => readFile(join(folder, name), "utf8"))
  expect(await Promise.all(taken)).toEqual(contents)
})

test("a file of more than 8 GiB has its length", async () => {
  const [head] = partsOfArchive([{ name: "2026-11-26.cko.gz", bytes: 9 * 2 ** 30, file: "" }])
  await writeFile(join(folder, "head.tar"), head && "content" in head ? head.content : "")
  // It lists what it finds, then misses the rest.
  const listed = execFileSync("sh", ["-c", "tar tvf head.tar 2>/dev/null || true"], { cwd: folder })
  expect(String(listed)).toContain(` ${9 * 2 ** 30} `)
})
