import { globSync, readFileSync } from "node:fs"
import { reactRouter } from "@react-router/dev/vite"
import { defineConfig } from "vitest/config"

const TESTS = "{app,server,scripts,test}/**/*.test.{ts,tsx}"

/** On a server, the tests that meet no database would only say again what they said before. */
function testsOnServer() {
  return globSync(TESTS).filter((file) =>
    /openTestDatabase|TEST_DATABASE_URL/.test(readFileSync(file, "utf8")),
  )
}

export default defineConfig({
  plugins: [reactRouter()],
  test: {
    include: process.env.TEST_DATABASE_URL ? testsOnServer() : [TESTS],
    globalSetup: "./test/global-setup.ts",
    setupFiles: ["./test/setup.ts"],
    // Otherwise stylesheet addresses come out empty.
    css: true,
    // Each file opens a database of its own; more of them at once would only wait for each other on two cores.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
