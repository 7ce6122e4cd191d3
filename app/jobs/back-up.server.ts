import { getSettings } from "#app/kit/lib/settings.server.ts"
import { copyElsewhere } from "#app/media/backup/elsewhere.server.ts"
import { keepDailyBackups, makeAskedCopy } from "#app/media/backup/make-copies.server.ts"
import { defineJob, minutes, seconds } from "./job.server.ts"

/**
 * Copies the embedded database once a day (in UTC) to `backups` in the data folder: in the hour after midnight, and again where that
 * failed. A copy under way when the site ends is given up, and made after the next start.
 */
export const backUpDaily = defineJob({
  name: "daily-backups",
  firstMs: minutes(1),
  everyMs: minutes(60),
  async run({ signal }) {
    const { dataDir, databaseUrl } = getSettings()
    if (!databaseUrl) await keepDailyBackups(dataDir, new Date(), signal)
  },
  failed: "daily backup failed",
})

/** Copies either kind of database when somebody asks for it, and goes on with what an ended process began. */
export const backUpWhenAsked = defineJob({
  name: "backups",
  firstMs: seconds(10),
  everyMs: minutes(1),
  run: ({ signal }) => makeAskedCopy(getSettings().dataDir, signal),
  failed: "backup that was asked for failed",
})

/** Brings the newest copy to the second place, where there is one: after the daily copy is made, and again each hour where that failed. */
export const backUpElsewhere = defineJob({
  name: "backups-elsewhere",
  firstMs: minutes(5),
  everyMs: minutes(60),
  run: ({ signal }) => copyElsewhere(new Date(), signal),
  failed: "backup not sent elsewhere",
})
