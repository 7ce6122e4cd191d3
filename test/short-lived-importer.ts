/** A site that only works off imports, for tests that kill it. */
import { openDatabase } from "#app/db/client.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { applySettings } from "#app/kit/lib/settings.server.ts"
import { workOffImports } from "#app/office/import/work-off-imports.server.ts"
// Where redirects may lead is asked of all types.
import "#app/office/types/types.server.ts"

const [databaseUrl, dataDir = ""] = process.argv.slice(2)

log.level = "silent"
applySettings({
  publicUrl: "https://cko.test",
  dataDir,
  mailFrom: "CKO <noreply@cko.test>",
  cookieSecret: async () => "",
  feedIntervalMinutes: 60,
})
await openDatabase({ dataDir: "unused", databaseUrl })
await workOffImports({ signal: new AbortController().signal, onBeat: () => {} })
process.exit()
