import { readMailbox } from "#app/audience/letters/bounces/read-mailbox.server.ts"
import { defineJob, seconds } from "./job.server.ts"

export const readBounces = defineJob({
  name: "bounces",
  firstMs: seconds(25),
  everyMs: seconds(30),
  run: ({ signal }) => readMailbox({ signal }),
  failed: "bounce mailbox not looked after",
})
