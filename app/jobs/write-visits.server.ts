import { writeHits } from "#app/base/redirects/hits.server.ts"
import { writeMissing } from "#app/base/redirects/missing/missing.server.ts"
import { defineJob, seconds } from "./job.server.ts"

const write = () => Promise.all([writeHits(), writeMissing()])

/** Visits of redirects and of addresses that lead nowhere are counted in memory, and at the end what is left of them. */
export const writeVisits = defineJob({
  name: "visits",
  firstMs: seconds(10),
  everyMs: seconds(10),
  run: write,
  failed: "visits of redirects not written",
  atEnd: write,
})
