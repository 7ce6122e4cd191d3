/**
 * The imports worker: a process of its own with a low priority that reads what hosts bring along from other sites, writes it here
 * and takes it back (docs/decisions/imports.md). The site starts it when something waits (workers.ts).
 */
// Where redirects may lead is asked of all types.
import "#app/office/types/types.server.ts"
import { refreshSiteSettings } from "#app/base/settings/site-settings.server.ts"
import { giveBackImport, workOffImports } from "#app/office/import/work-off-imports.server.ts"
import { runInBackground } from "./background-worker.ts"

runInBackground({
  async work(beat) {
    await refreshSiteSettings()
    await workOffImports(beat)
  },
  giveBack: giveBackImport,
})
