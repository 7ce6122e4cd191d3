import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { beforeAll, beforeEach } from "vitest"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"

/** Gives the tests of a file a data folder of their own; each finds the site's settings as they were. */
export function useDataFolder() {
  let dataDir = ""
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "cko-data-"))
    return () => rm(dataDir, { recursive: true })
  })
  beforeEach(() => {
    const before = getSettings()
    applySettings({ ...before, dataDir })
    return () => applySettings(before)
  })
}
