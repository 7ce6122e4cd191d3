import { join } from "node:path"
import { reactRouter } from "@react-router/dev/vite"
import type { Plugin } from "vite"
import { defineConfig } from "vitest/config"
import { scriptTexts } from "./vite.config.ts"
import { CI_RETRIES, waveringReporter } from "./test/wavering-reporter.ts"

// React as visitors get it: its development build takes half of the tests' time for stack traces that nobody reads.
process.env.NODE_ENV = "production"
// What tests start, each time from the same sources, takes a quarter of its time to compile them.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/compiled")
const productionReact: Plugin = {
  name: "production-react",
  config: () => ({ oxc: { jsx: { development: false } } }),
}

export default defineConfig({
  plugins: [reactRouter(), productionReact, scriptTexts()],
  test: {
    include: ["{app,server,scripts,test}/**/*.test.{ts,tsx}"],
    // Loading the whole application anew for each file would take as long as all tests.
    isolate: false,
    globalSetup: "./test/global-setup.ts",
    setupFiles: ["./test/setup.ts"],
    // Otherwise stylesheet addresses come out empty.
    css: true,
    // On two cores: a file that starts processes, or asks the database, waits.
    maxWorkers: 3,
    // A test leaves behind all that it made: with room for young objects, most of it is never moved, which took a tenth of the time.
    execArgv: ["--max-semi-space-size=64"],
    testTimeout: 120_000,
    hookTimeout: 300_000,
    retry: CI_RETRIES,
    reporters: ["default", waveringReporter()],
  },
})
