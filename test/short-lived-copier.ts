/** A site that only copies files of other hosts, for tests that kill it: says when it begins and how many it took. */
import { openDatabase } from "#app/db/client.server.ts"
import { copyFiles } from "#app/podcast/migration/copies/copy-files.server.ts"
import { publicNetwork } from "#app/kit/http/public-network.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { applySettings } from "#app/kit/lib/settings.server.ts"

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
console.log("begins")
console.log(await copyFiles({ guard: { ...publicNetwork, isAllowed: () => true }, noteMs: 0 }))
process.exit()
