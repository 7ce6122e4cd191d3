/** Restores a backup into a database, for tests that kill it: says when it has begun to write. */
import { openDatabase } from "#app/db/client.server.ts"
import { restoreBackup } from "#app/db/backup/restore.server.ts"
import { log } from "#app/kit/lib/log.server.ts"

const [databaseUrl = "", dataDir = "", file = ""] = process.argv.slice(2)

log.level = "silent"
await openDatabase({ databaseUrl, dataDir })
await restoreBackup({
  file,
  dataDir,
  overwrite: true,
  onProgress: ({ step, done, total }) => {
    if (step === "restore" && done > total / 2) console.log("writing")
  },
})
console.log("restored")
