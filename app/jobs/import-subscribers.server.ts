import { workOffImports } from "#app/audience/newsletter/import/work-off-imports.server.ts"
import { defineJob, minutes } from "./job.server.ts"

export const importSubscribers = defineJob({
  name: "imports",
  firstMs: 0,
  everyMs: minutes(1),
  run: ({ signal }) => workOffImports(signal),
  failed: "import not worked off",
})
