import { defineConfig } from "vitest/config"

/** What is released, as whoever gets it has it: as root on Linux, with mmdebstrap (`npm run test:release`). */
export default defineConfig({
  test: {
    include: ["releases/*.test.ts"],
    maxWorkers: 1,
    testTimeout: 600_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 30_000 } },
    reporters: ["verbose"],
  },
})
