/** A site that only reads feeds, for tests that kill it: says when it begins and how many feeds it took. */
import { openDatabase } from "#app/db/client.server.ts"
import { anywhere } from "./feed-host.ts"
import { readDueFeeds } from "#app/podcast/feeds-in/remembered/read-due-feeds.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { applySettings } from "#app/kit/lib/settings.server.ts"

const [databaseUrl] = process.argv.slice(2)

log.level = "silent"
applySettings({
  publicUrl: "https://cko.test",
  dataDir: "unused",
  mailFrom: "CKO <noreply@cko.test>",
  cookieSecret: async () => "",
  feedIntervalMinutes: 60,
})
await openDatabase({ dataDir: "unused", databaseUrl })
console.log("begins")
console.log(await readDueFeeds({ guard: anywhere }))
process.exit()
