/**
 * `npm run migrate`: brings the database up to date and looks at a page of every kind, without a visitor: nothing is listened to, and
 * none of what runs by itself begins. An update begins with it (scripts/update.ts).
 */
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import "#app/office/types/types.server.ts"
import { refreshRedirects } from "#app/base/redirects/snapshot.server.ts"
import { refreshSiteSettings } from "#app/base/settings/site-settings.server.ts"
import { getSecret } from "#app/db/secrets.server.ts"
import { applySettings } from "#app/kit/lib/settings.server.ts"
import { requireWorkerFiles } from "#app/kit/lib/worker-files.server.ts"
import { refreshFooterPages } from "#app/site/shell/footer-pages.server.ts"
import { version } from "#package"
import { openSiteDatabase, runCommand } from "./command.ts"
import { lookAtSite } from "./look-at-site.ts"

await runCommand("Usage : npm run migrate", async (env) => {
  parseArgs()
  requireWorkerFiles()
  applySettings({ ...env, cookieSecret: () => getSecret("cookies") })
  await openSiteDatabase(env)
  await refreshSiteSettings()
  await Promise.all([refreshRedirects(), refreshFooterPages()])
  // All of the site's pages come with it.
  const { createApp } = await import("#server/app.ts")
  const app = createApp({ publicUrl: env.publicUrl, clientDir: resolve(import.meta.dirname, "../client") })
  const { pages, wrong } = await lookAtSite(async (path, signal) =>
    app.fetch(new Request(env.publicUrl + path, { signal })),
  )
  if (wrong.length === 0)
    return console.log(`La base est à jour pour ${version}, et ${pages} pages vont bien.`)
  console.error(`Pages qui ne vont pas :\n  ${wrong.join("\n  ")}`)
  process.exitCode = 1
})
