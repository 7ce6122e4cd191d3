import { askWhenDue } from "#app/base/versions/newer-version.server.ts"
import { defineJob, minutes } from "./job.server.ts"

export const askForNewerVersions = defineJob({
  name: "newer-version",
  firstMs: minutes(2),
  everyMs: minutes(10),
  run: ({ signal }) => askWhenDue({ signal }),
  failed: "newer versions not asked for",
})
