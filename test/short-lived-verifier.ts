/** Verifies the copies of a data folder, for tests that kill it: says when rows are being restored or compared. */
import { openDatabase } from "#app/db/client.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { applySettings } from "#app/kit/lib/settings.server.ts"
import { verifyCopies } from "#app/media/backup/verify-copies.server.ts"

const [databaseUrl = "", dataDir = ""] = process.argv.slice(2)

log.level = "silent"
applySettings({
  dataDir,
  publicUrl: "https://cko.test",
  mailFrom: "CKO <noreply@cko.test>",
  feedIntervalMinutes: 60,
  cookieSecret: () => Promise.resolve(""),
})
await openDatabase({ databaseUrl, dataDir })
let beats = 0
await verifyCopies({
  onBeat: () => {
    beats += 1
    if (beats === 12) console.log("restoring")
  },
})
console.log("verified")
