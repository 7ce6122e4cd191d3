import { readDueFeeds } from "#app/podcast/feeds-in/remembered/read-due-feeds.server.ts"
import { defineJob, minutes, seconds } from "./job.server.ts"

export const readFeeds = defineJob({
  name: "feeds",
  firstMs: seconds(20),
  everyMs: minutes(1),
  run: ({ signal }) => readDueFeeds({ signal }),
  failed: "feeds not read",
})
