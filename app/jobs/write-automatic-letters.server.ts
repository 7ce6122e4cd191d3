import { writeAutomaticLetters as write } from "#app/audience/letters/automatic/write-automatic-letters.server.ts"
import { defineJob, seconds } from "./job.server.ts"

export const writeAutomaticLetters = defineJob({
  name: "automatic-letters",
  firstMs: seconds(15),
  everyMs: seconds(20),
  run: () => write(),
  failed: "automatic letters not written",
})
