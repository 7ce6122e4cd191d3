import { tellSupporters } from "#app/audience/supporters/mails/tell-supporters.server.ts"
import { sendDueMails } from "#app/base/mail/mail-queue.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { tellWhatWaits } from "#app/office/waiting/notices.server.ts"
import { defineJob, seconds } from "./job.server.ts"

export const sendMails = defineJob({
  name: "mails",
  firstMs: 0,
  everyMs: seconds(30),
  async run() {
    for (const tell of [tellWhatWaits, tellSupporters])
      await tell().catch((error: unknown) => log.error(error, "mails that are due not queued"))
    await sendDueMails()
  },
  failed: "mail queue not read",
})
