import { defineConfig } from "vitest/config"
import { CI_RETRIES, waveringReporter } from "../test/wavering-reporter.ts"

/** A listener's and a host's walk in the engines that the journeys do not run in (`npm run test:engines`), both at once. */
export default defineConfig({
  test: {
    include: ["engines/*.test.ts"],
    globalSetup: "./faults/build-once.ts",
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    retry: CI_RETRIES,
    reporters: ["verbose", waveringReporter()],
    projects: ["webkit", "firefox"].map((name) => ({
      extends: true as const,
      test: { name, env: { ENGINE: name } },
    })),
  },
})
