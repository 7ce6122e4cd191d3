import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openTestDatabase } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import { writeBackup } from "./backup.server.ts"
import { BackupError } from "./backup-errors.server.ts"
import { readBackup } from "./backup-reader.server.ts"

const folder = await mkdtemp(join(tmpdir(), "cko-reader-"))
let copy: Buffer

beforeAll(openTestDatabase)
afterAll(() => rm(folder, { recursive: true }))
beforeAll(async () => {
  const file = join(folder, "copie.cko.gz")
  await createEpisode()
  await writeBackup({ file, dataDir: folder })
  copy = await readFile(file)
})

/** What reading the bytes gives, or that they are refused as no whole copy. */
async function read(bytes: Buffer) {
  const altered = join(folder, "altered.cko.gz")
  await writeFile(altered, bytes)
  try {
    return JSON.stringify(await Array.fromAsync(readBackup(altered)))
  } catch (error) {
    return error instanceof BackupError && error.message.includes("endommagée ou incomplète")
      ? "refused"
      : String(error)
  }
}

/** Of its bytes every fifth, each time with another bit: all of them take many seconds, and fail alike. */
const STEP = 5

test("27.3 a copy with any bit flipped is refused, or read as it was", async () => {
  const whole = await read(copy)
  let looked = 0
  let refused = 0
  for (let at = 0; at < copy.length; at += STEP) {
    looked += 1
    const flipped = Buffer.from(copy)
    flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8))
    const result = await read(flipped)
    // A gzip says when and on what system it was made, and fills up its last byte: that is not the copy.
    expect(["refused", whole]).toContain(result)
    if (result === "refused") refused += 1
  }
  expect(looked - refused).toBeLessThanOrEqual(8)
})

test("a copy cut off anywhere is refused", async () => {
  const atItsEnds = [0, 1, 2, copy.length - 2, copy.length - 1]
  for (const length of [...atItsEnds, ...Array.from({ length: copy.length / STEP }, (_, n) => n * STEP)])
    expect([length, await read(copy.subarray(0, length))]).toEqual([length, "refused"])
})
