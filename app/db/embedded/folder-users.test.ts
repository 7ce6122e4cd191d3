import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { takeTurn, takeTurnNow, useFolder } from "./folder-users.server.ts"

const MODULE = new URL("folder-users.server.ts", import.meta.url).href
let folder = ""

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cko-users-"))
})
afterEach(() => rm(folder, { recursive: true }))

/** Another process that takes a turn or a share, until it is killed. */
async function startOther(what: "takeTurnNow" | "useFolder") {
  const code = `
    import { ${what} } from ${JSON.stringify(MODULE)}
    globalThis.kept = ${what}(${JSON.stringify(folder)})
    process.stdout.write("taken")
    setInterval(() => {}, 1_000)`
  const child = spawn(process.execPath, ["--input-type=module", "--eval", code], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  await once(child.stdout, "data")
  return async () => {
    child.kill("SIGKILL")
    await once(child, "exit")
  }
}

test("turns are taken one after the other", async () => {
  const seen: string[] = []
  const turn = (name: string) =>
    takeTurn(folder, async () => {
      seen.push(`${name} begins`)
      await new Promise((resolve) => setTimeout(resolve, 30))
      seen.push(`${name} ends`)
    })
  await Promise.all([turn("one"), turn("two"), turn("three")])
  const names = seen.map((line) => line.split(" ")[0])
  for (let n = 0; n < 6; n += 2) expect(names[n]).toBe(names[n + 1])
})

test("a turn that fails is over", async () => {
  await expect(takeTurn(folder, () => Promise.reject(new Error("no")))).rejects.toThrow("no")
  expect(takeTurnNow(folder)).toBeTypeOf("function")
})

test("another process has its turn until it is killed", async () => {
  const kill = await startOther("takeTurnNow")
  expect(takeTurnNow(folder)).toBeUndefined()
  await kill()
  const end = takeTurnNow(folder)
  expect(end).toBeTypeOf("function")
  end?.()
})

test("who comes first and who leaves last is known", () => {
  const first = useFolder(folder)
  const second = useFolder(folder)
  expect([first.isFirst, second.isFirst]).toEqual([true, false])
  expect([first.leave(), second.leave()]).toEqual([false, true])
  expect(useFolder(folder).isFirst).toBe(true)
})

test("another process counts until it is killed", async () => {
  const kill = await startOther("useFolder")
  const own = useFolder(folder)
  expect(own.isFirst).toBe(false)
  await kill()
  expect(own.leave()).toBe(true)
})

test("its files are for their owner's eyes", async () => {
  takeTurnNow(folder)?.()
  useFolder(folder).leave()
  for (const name of ["lock", "users"]) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
})
