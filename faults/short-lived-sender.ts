/**
 * A letters worker without its site, for tests that kill it: sends what there is to be sent of letters, over and over, until it is
 * killed.
 */
import { setTimeout as sleep } from "node:timers/promises"
import "#app/office/types/types.server.ts"
import { getSecret } from "#app/db/secrets.server.ts"
import { openDatabase } from "#app/db/client.server.ts"
import { sendLetters } from "#app/audience/letters/sending/send-letters.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { applySettings } from "#app/kit/lib/settings.server.ts"

const [databaseUrl, smtpUrl] = process.argv.slice(2)

log.level = "silent"
applySettings({
  publicUrl: "https://cko.test",
  dataDir: "unused",
  smtpUrl,
  mailFrom: "CKO <noreply@cko.test>",
  cookieSecret: () => getSecret("cookies"),
  feedIntervalMinutes: 0,
})
await openDatabase({ databaseUrl, dataDir: "unused", connections: 5 })
for (;;) {
  await sendLetters({ tickMs: 200 })
  await sleep(200)
}
