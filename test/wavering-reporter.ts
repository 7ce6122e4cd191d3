import type { Reporter, TestCase } from "vitest/node"

/**
 * CI tries a failed test once more, as it does with journeys: one race among thousands of tests is no reason to hold a change
 * back. It is a defect all the same, so each is named at the end, with what was wrong at first.
 */
export const CI_RETRIES = process.env.CI ? 1 : 0

export function waveringReporter(): Reporter {
  const wavering: TestCase[] = []
  return {
    onTestCaseResult: (test) => {
      if (test.diagnostic()?.flaky) wavering.push(test)
    },
    onTestRunEnd: () => {
      for (const test of wavering) {
        console.log(`WAVERING: ${test.module.relativeModuleId} > ${test.fullName}`)
        for (const { message, diff = "" } of test.result().errors ?? []) console.log(`  ${message}\n${diff}`)
      }
    },
  }
}
