import { tmpdir } from "node:os"
import "./noted-statements.ts"
import "./remembered-scrypt.ts"
import fc from "fast-check"
import { afterAll, beforeAll, beforeEach, expect, vi } from "vitest"
import { log } from "#app/kit/lib/log.server.ts"
import { getSecret } from "#app/db/secrets.server.ts"
import { applySettings } from "#app/kit/lib/settings.server.ts"

export const PUBLIC_URL = "https://cko.test"
// Anew for each file: the one before it may have left others.
applySettings({
  publicUrl: PUBLIC_URL,
  dataDir: tmpdir(),
  mailFrom: "CKO <noreply@cko.test>",
  cookieSecret: () => getSecret("cookies"),
  feedIntervalMinutes: 60,
})

/**
 * For `vi.waitFor`, which cannot be told once for all: what is waited for comes within moments, but a machine with twenty
 * things to do may take seconds over it.
 */
export const PATIENCE = { timeout: 30_000 }
vi.setConfig({ expect: { poll: PATIENCE } })

/**
 * The same made-up inputs each time: one in a hundred thousand that shows a defect shows it to who looks for it
 * (`SEED=2 npx vitest run …`), not to who changed something else.
 */
export const SEED = Number(process.env.SEED ?? 1)
fc.configureGlobal({ seed: SEED })

/** Logged errors of the current test; one that is expected must be taken out with `takeLoggedErrors`. */
const logged: unknown[] = []
const consoleLines: unknown[][] = []

log.level = "silent"
vi.spyOn(log, "error").mockImplementation((...args: unknown[]) => {
  logged.push(args[0])
})
for (const level of ["error", "warn"] as const)
  vi.spyOn(console, level).mockImplementation((...args) => {
    consoleLines.push(args)
  })

beforeEach(() => () => {
  const errors = takeLoggedErrors()
  expect(consoleLines.splice(0), "console.error, console.warn").toEqual([])
  expect(errors, "logged errors").toEqual([])
})
// Nor is the next test's clock this one's, however this one ends.
beforeEach(() => () => void vi.useRealTimers())
// A site keeps what its process makes private (data-folder.server.ts); the next file's process is the same one.
const umask = process.umask()
afterAll(() => void process.umask(umask))
// As what a `beforeAll` returned, of which the first is the last: where an `afterAll` fails, nothing that was opened is closed.
beforeAll(() => () => {
  expect(logged, "logged errors").toEqual([])
  expect((globalThis as { ckoDatabase?: unknown }).ckoDatabase, "a database left open").toBeUndefined()
})

export function takeLoggedErrors() {
  return logged.splice(0)
}
