import { defineConfig } from "vitest/config"
import { CI_RETRIES, waveringReporter } from "../test/wavering-reporter.ts"

/** Tests that break what the site stands on, each against real processes (`npm run test:faults`). */
export default defineConfig({
  test: {
    include: ["faults/*.test.ts"],
    globalSetup: "./faults/build-once.ts",
    setupFiles: ["./faults/site-logs.ts"],
    // They mostly wait: for outages to pass, and for sites to start and stop.
    maxWorkers: 5,
    testTimeout: 600_000,
    hookTimeout: 120_000,
    // What is waited for comes within moments, but not on a machine with eight sites to start.
    expect: { poll: { timeout: 30_000 } },
    // What was acknowledged and what was lost is to be read also when all is well.
    disableConsoleIntercept: true,
    retry: CI_RETRIES,
    reporters: ["verbose", waveringReporter()],
  },
})
