import { writeHits } from "#app/base/redirects/hits.server.ts"
import { writeMissing } from "#app/base/redirects/missing/missing.server.ts"
import { writeTotals } from "#app/audience/statistics/day-totals.server.ts"
import { writeDeliveries } from "#app/audience/statistics/deliveries.server.ts"
import { defineJob, seconds } from "./job.server.ts"

const write = () => Promise.all([writeHits(), writeMissing(), writeDeliveries(), writeTotals()])

/** Visits of redirects, of addresses that lead nowhere and downloads are counted in memory, and at the end what is left of them. */
export const writeVisits = defineJob({
  name: "visits",
  firstMs: seconds(10),
  everyMs: seconds(10),
  run: write,
  failed: "visits not written",
  atEnd: write,
})
