import { foldDays, foldMonths } from "#app/audience/statistics/fold-days.server.ts"
import { defineJob, minutes } from "./job.server.ts"

/** The days that are over become totals, and nobody who listened is known any more. */
export const foldAudience = defineJob({
  name: "audience",
  firstMs: minutes(5),
  everyMs: minutes(30),
  async run() {
    await foldDays()
    await foldMonths()
  },
  failed: "the audience of the last days not summed up",
})
