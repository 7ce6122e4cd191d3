import { defineConfig } from "@playwright/test"
import { READY_PORT, siteUrl } from "./e2e/sites.ts"
import { BROWSER_ARGS, ensureBrowser } from "./test/browser.ts"

const executablePath = await ensureBrowser()

/** Without request interception, which would switch off the browser's cache and with it what visitors really get. */
const NO_OTHER_HOST = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost"

/** What these show has nothing to do with the screen; the pages they use are seen on a phone by other journeys. */
const SAME_ON_EVERY_SCREEN =
  /(without-scripts|every-page|loading|not-found|late-start|likes|search|unreachable|auth|import-feed|custom-page|manage-\w+|invitations|plain-forms|moderate|newsletter|contact|settings|replies|keys|factors|reauthentication|editor|rich-text|share|media-proxy|media-upload|episode-whole|health|transcripts|suggestions|migration|letter-look|rights|embeds)\.spec/

export default defineConfig({
  testDir: "e2e",
  globalTeardown: "./e2e/site-logs.teardown.ts",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // On two cores: a journey waits for a third of its time.
  workers: 3,
  // A busy CI machine may be ten times slower than a developer's; what needed a second try is reported as flaky.
  retries: process.env.CI ? 2 : 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: "line",
  use: {
    baseURL: siteUrl("starter"),
    locale: "fr-FR",
    // Dates are shown in Paris time everywhere: from elsewhere, a slip is a hydration error.
    timezoneId: "America/Montreal",
    launchOptions: { executablePath, args: [...BROWSER_ARGS, NO_OTHER_HOST] },
  },
  projects: [
    { name: "setup", testMatch: "first-admin.setup.ts" },
    {
      name: "desktop",
      dependencies: ["setup"],
      grepInvert: /@mobile/,
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: "mobile",
      dependencies: ["setup"],
      grepInvert: /@desktop/,
      testIgnore: SAME_ON_EVERY_SCREEN,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
  webServer: {
    command: `"${process.execPath}" e2e/start-sites.ts`,
    url: `http://localhost:${READY_PORT}`,
    timeout: 180_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
  },
})
