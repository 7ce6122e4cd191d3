import { spawnSync } from "node:child_process"
import { expect, test } from "vitest"

const isMissing = ["buildah", "mmdebstrap"].some((program) => spawnSync(program, ["--version"]).error)

test.skipIf(isMissing || process.getuid?.() !== 0)(
  "an image of it starts, answers, ends when told to, and finds its data again (skipped without root, buildah or mmdebstrap)",
  () => {
    expect(spawnSync("scripts/try-image.sh", { stdio: "inherit" }).status).toBe(0)
  },
)
