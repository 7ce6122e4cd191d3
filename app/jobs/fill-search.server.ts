import { log } from "#app/kit/lib/log.server.ts"
import { fillIndex, forgetWords } from "#app/site/search/fill-index.server.ts"
import { defineJob, minutes, seconds } from "./job.server.ts"

/** The word of the vocabulary that was looked at last. */
let forgotten = ""

export const fillSearch = defineJob({
  name: "search",
  firstMs: seconds(3),
  everyMs: minutes(1),
  async run({ signal }) {
    const { indexed } = await fillIndex({ signal })
    if (indexed > 0) log.info({ count: indexed }, "contents added to the search")
    forgotten = await forgetWords(forgotten)
  },
  failed: "search index not filled",
})
