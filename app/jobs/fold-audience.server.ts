import { foldDays, foldMonths } from "#app/audience/statistics/fold-days.server.ts"
import { tellMonth } from "#app/audience/statistics/monthly-mail.server.ts"
import { readClock } from "#app/db/read-clock.server.ts"
import { defineJob, minutes } from "./job.server.ts"

/** The days that are over become totals, nobody who listened is known any more, and a month that is over is told. */
export const foldAudience = defineJob({
  name: "audience",
  firstMs: minutes(5),
  everyMs: minutes(30),
  async run() {
    // Of two clocks the one that is behind: whoever listens on a day that was folded would count on it again.
    const now = new Date(Math.min(Date.now(), (await readClock()).getTime()))
    await foldDays(now)
    await foldMonths(now)
    await tellMonth(now)
  },
  failed: "the audience of the last days not summed up, or the month not told",
})
