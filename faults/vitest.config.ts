import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { CI_RETRIES, waveringReporter } from "../test/wavering-reporter.ts"

/** By far the longest: begun last, one of them would run on alone. */
const LONG = /(embedded-users|killed-letters|migrations|embedded-root|killed-embedded)\.test\.ts$/

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    return [true, false].flatMap((isLong) => sorted.filter((file) => LONG.test(file.moduleId) === isLong))
  }
}

/** Tests that break what the site stands on, each against real processes (`npm run test:faults`). */
export default defineConfig({
  test: {
    include: ["faults/*.test.ts"],
    globalSetup: "./faults/build-once.ts",
    sequence: { sequencer: LongFirst },
    // They mostly wait: for outages to pass, and for sites to start and stop.
    maxWorkers: 4,
    testTimeout: 300_000,
    hookTimeout: 120_000,
    // What was acknowledged and what was lost is to be read also when all is well.
    disableConsoleIntercept: true,
    retry: CI_RETRIES,
    reporters: ["verbose", waveringReporter()],
  },
})
