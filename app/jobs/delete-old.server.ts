import { forgetOldNetworks } from "#app/audience/supporters/feed/supporter-networks.server.ts"
import { deleteOldPayments } from "#app/audience/supporters/payments/payments.server.ts"
import { runIfDue } from "#app/audience/personal-data/retention-run.server.ts"
import { deleteOldHits } from "#app/base/redirects/hits.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { tidyArchives } from "#app/office/export/kept-archives.server.ts"
import { forgetOldImports } from "#app/office/import/imports.server.ts"
import { deleteOldUploads } from "#app/media/upload/uploads.server.ts"
import { defineJob, minutes, seconds } from "./job.server.ts"

/** What is kept for so long, as hosts set it: once a day. */
export const deleteOldData = defineJob({
  name: "retention",
  firstMs: minutes(2),
  everyMs: minutes(60),
  run: ({ signal }) => runIfDue({ signal }),
  failed: "what is too old not deleted",
})

export const deleteUnfinishedUploads = defineJob({
  name: "unfinished-uploads",
  firstMs: seconds(150),
  everyMs: minutes(60),
  async run() {
    await forgetOldImports()
    await tidyArchives()
    const count = await deleteOldUploads()
    if (count > 0) log.info({ count }, "old uploads deleted")
  },
  failed: "old uploads not deleted",
})

/** What nobody sets: it is kept for so many days. */
export const deleteOldVisits = defineJob({
  name: "old-visits",
  firstMs: minutes(60),
  everyMs: minutes(60),
  async run() {
    await deleteOldHits()
    await forgetOldNetworks()
    await deleteOldPayments()
  },
  failed: "old visits, networks or payments not deleted",
})
