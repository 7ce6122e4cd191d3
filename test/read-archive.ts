import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { IMPORT_KINDS } from "#app/office/import/kinds.server.ts"
import { openFiles } from "#app/office/import/open-files.server.ts"
import type { LossThing, TextThing, Thing } from "#app/office/import/things.ts"

/** All that is told of an archive's files, and why it ended. @param site its address, as the host says it */
export async function readArchive(zip: Uint8Array, site: string) {
  const folder = await mkdtemp(join(tmpdir(), "archive-"))
  const path = join(folder, "export.zip")
  const things: Thing[] = []
  let error: unknown
  try {
    await writeFile(path, zip)
    for await (const file of openFiles(path, "export.zip")) {
      const kind = IMPORT_KINDS.find(({ recognises }) => recognises(file.head))
      if (kind) for await (const thing of kind.read(file, site)) things.push(thing)
    }
  } catch (failure) {
    error = failure
  } finally {
    await rm(folder, { recursive: true })
  }
  return {
    things,
    texts: things.filter((thing): thing is TextThing => thing.kind === "text"),
    losses: things.filter((thing): thing is LossThing => thing.kind === "loss"),
    error,
  }
}
