/**
 * A site without its pages, for tests that kill it: opens a database, posts a comment or looks at
 * what is left of it, says so on standard output and then stays until it is killed.
 */
import { sql } from "drizzle-orm"
import { db, openDatabase } from "#app/db/client.server.ts"
import { mails } from "#app/db/schema/mails.server.ts"
import { comments, newsletterSubscribers } from "#app/db/schema/visitors.server.ts"
import { postComment } from "#app/audience/comments/post-comment.server.ts"
import { sendDueMails } from "#app/base/mail/mail-queue.server.ts"
import { type Job, startJob } from "#app/jobs/job.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { getSecret } from "#app/db/secrets.server.ts"
import { applySettings } from "#app/kit/lib/settings.server.ts"
import { createEpisode } from "./factories.ts"

const [step, dataDir = "", databaseUrl] = process.argv.slice(2)

log.level = "silent"
applySettings({
  publicUrl: "https://cko.test",
  dataDir,
  mailFrom: "CKO <noreply@cko.test>",
  cookieSecret: () => getSecret("cookies"),
  feedIntervalMinutes: 0,
})
const mailing: Job = {
  name: "mails",
  firstMs: 0,
  everyMs: 30_000,
  run: sendDueMails,
  failed: "mail queue not read",
}
await openDatabase({ dataDir, databaseUrl })

if (step === "post") {
  await createEpisode()
  startJob(mailing)
  const comment = { name: "Maïmouna", email: "maimouna@cko.test", content: "Quelle conversation, merci." }
  const posted = await postComment(1, { ...comment, newsletter: false, parent: null }, { isStaff: false })
  console.log(JSON.stringify(posted))
} else {
  // As if the time were over that a killed process had to send what it took.
  await db.execute(sql`update mails set due_at = now()`)
  startJob(mailing)
  while ((await db.$count(mails)) > 0) await new Promise((resolve) => setTimeout(resolve, 50))
  console.log(
    JSON.stringify({
      comments: await db.$count(comments),
      subscribers: await db.$count(newsletterSubscribers),
    }),
  )
}
setInterval(() => {}, 60_000)
