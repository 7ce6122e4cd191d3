import { randomBytes } from "node:crypto"
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { writeArchive } from "#app/office/export/archive.server.ts"
import { makeFolder } from "./for-one-test.ts"
import { mount, NO_MOUNT, unmount } from "./mounts.ts"

test.skipIf(NO_MOUNT)(
  `52.4 an archive that meets a full disk says so and leaves nothing ${NO_MOUNT ?? ""}`,
  async () => {
    const folder = await makeFolder()
    mount(folder, "2m")
    onTestFinished(() => unmount(folder))
    const file = join(folder, "tout.zip")
    const bytes = randomBytes(1_000_000)
    const written = writeArchive(file, async (add) => {
      for (const name of ["a", "b", "c", "d"]) await add(`media/${name}.mp3`, bytes, bytes.length)
    })
    await expect(written).rejects.toThrow(
      /^L’archive n’a pas été écrite : .*tout\.zip : le disque est plein ;/,
    )
    expect(await readdir(folder)).toEqual([])
  },
)
