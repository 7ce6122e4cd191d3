import { reactRouter } from "@react-router/dev/vite"
import { defineConfig } from "vitest/config"

export default defineConfig({
  plugins: [reactRouter()],
  test: {
    include: ["{app,server,scripts,test}/**/*.test.{ts,tsx}"],
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
