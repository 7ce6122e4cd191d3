/**
 * `npm run export -- <file>`: the whole site as one open archive, or for another system (product.md 52.4), or what it shows as plain files
 * (52.11); also while the site runs.
 */
import { constants, setPriority } from "node:os"
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import "#app/office/types/types.server.ts"
import { refreshRedirects } from "#app/base/redirects/snapshot.server.ts"
import { refreshSiteSettings } from "#app/base/settings/site-settings.server.ts"
import { record } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { getSecret } from "#app/db/secrets.server.ts"
import { applySettings } from "#app/kit/lib/settings.server.ts"
import { formatBytes } from "#app/media/file-facts.ts"
import { EXPORT_FORMATS, isExportFormat } from "#app/office/export/formats.ts"
import { writeStatic } from "#app/office/export/static/write-static.server.ts"
import {
  type ExportProgress,
  type Measured,
  measureExport,
  refuseTarget,
} from "#app/office/export/write-export.server.ts"
import { writeFormat } from "#app/office/export/write-formats.server.ts"
import { refreshFooterPages } from "#app/site/shell/footer-pages.server.ts"
import type { Environment } from "#server/env.ts"
import { openSiteDatabase, runCommand, UsageError } from "./command.ts"
import { sayFailed } from "./media-report.ts"
import { showProgress, showSteps } from "./progress.ts"

const USAGE = `Usage : npm run export -- <fichier.zip> [--for wordpress|ghost] [--personal-data] [--no-media]
        npm run export -- --static <dossier> [--address https://…]`
const LABELS = { contents: "Contenus", media: "Médias" } satisfies Record<ExportProgress["step"], string>

await runCommand(USAGE, async (env) => {
  const { values, positionals } = parseArgs({
    options: {
      for: { type: "string", default: "archive" },
      "personal-data": { type: "boolean", default: false },
      media: { type: "boolean", default: true },
      static: { type: "boolean", default: false },
      address: { type: "string" },
    },
    allowPositionals: true,
    allowNegative: true,
  })
  const [name] = positionals
  const { for: format, address } = values
  if (positionals.length !== 1 || !name || !isExportFormat(format)) throw new UsageError()
  if (address !== undefined && (!values.static || !isSiteAddress(address))) throw new UsageError()
  // A zip keeps each file's name until its end, and with it the pool that Node took its few bytes from.
  Buffer.poolSize = 0
  // The site answers first.
  setPriority(constants.priority.PRIORITY_LOW)
  const stop = new AbortController()
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort())
  applySettings({ ...env, cookieSecret: () => getSecret("cookies") })
  await openSiteDatabase(env)
  await refreshSiteSettings()
  if (values.static) return exportStatic(env, { folder: resolve(name), address, signal: stop.signal })
  const file = resolve(name)
  const choices = { hasPersonalData: values["personal-data"], hasMedia: values.media }
  const measured = await measureExport({ ...choices, format })
  await refuseTarget(file, measured)
  console.log(
    describe(measured, { ...choices, hasMedia: choices.hasMedia && EXPORT_FORMATS[format].hasFiles }),
  )
  const steps = showSteps(LABELS)
  const options = { ...choices, publicUrl: env.publicUrl, onProgress: steps.show, signal: stop.signal }
  const { bytes, files, missing } = await writeFormat(format, { file, ...options }).finally(steps.end)
  await record(db, {
    action: "export",
    kind: "database",
    after: { personalData: choices.hasPersonalData, exportedFor: EXPORT_FORMATS[format].label },
  })
  console.log(`Archive écrite : ${file} (${formatBytes(bytes)}, médias : ${files})`)
  sayFailed(
    // Other systems would take the list for one of their own.
    `Médias absents ou abîmés${format === "archive" ? ", nommés dans missing.json" : ""}`,
    missing.map(({ title }) => title),
  )
})

type Asked = { folder: string; address: string | undefined; signal: AbortSignal }

async function exportStatic({ publicUrl }: Environment, { folder, address = publicUrl, signal }: Asked) {
  await Promise.all([refreshRedirects(), refreshFooterPages()])
  // All of the site's pages come with it.
  const { createApp } = await import("#server/app.ts")
  const app = createApp({ publicUrl, clientDir: resolve(import.meta.dirname, "../client") })
  const progress = showProgress("Fichiers")
  const { files, bytes, unledOn, deadEnds } = await writeStatic({
    ...{ folder, publicUrl, signal, address: address.replace(/\/+$/, ""), onProgress: progress.show },
    ask: async (path) => app.fetch(new Request(publicUrl + path)),
  }).finally(progress.end)
  console.log(`Copie écrite : ${folder} (fichiers : ${files}, ${formatBytes(bytes)})`)
  if (unledOn > 0) console.log(`Redirections qu’aucun fichier ne peut faire : ${unledOn}`)
  sayFailed(
    "Liens qui ne mènent nulle part",
    deadEnds.map(({ address: to, from }) => `${to} dans ${from}`),
  )
}

function isSiteAddress(address: string) {
  if (!URL.canParse(address)) return false
  const { protocol, username, search, hash } = new URL(address)
  return /^https?:$/.test(protocol) && username + search + hash === ""
}

function describe({ counts, bytes, media }: Measured, { hasPersonalData, hasMedia }: Choices) {
  const { episodes = 0, blog = 0, news = 0, pages = 0, comments = 0, subscribers = 0 } = counts
  const parts = [
    ...[`épisodes : ${episodes}`, `articles : ${blog}`, `actualités : ${news}`, `pages : ${pages}`],
    ...[`commentaires : ${comments}`, hasPersonalData && `abonnés : ${subscribers}`],
    hasMedia ? `médias : ${media.count} (${formatBytes(media.bytes)})` : "sans les médias",
  ].filter(Boolean)
  const personal = hasPersonalData ? "avec" : "sans"
  return `À écrire, environ ${formatBytes(bytes + media.bytes)}, ${personal} données personnelles : ${parts.join(", ")}`
}

type Choices = { hasPersonalData: boolean; hasMedia: boolean }
