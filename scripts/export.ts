/** `npm run export -- <file>`: the whole site as one open archive, or for another system, also while the site runs (product.md 52.4). */
import { constants, setPriority } from "node:os"
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import "#app/office/types/types.server.ts"
import { refreshSiteSettings } from "#app/base/settings/site-settings.server.ts"
import { record } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { getSecret } from "#app/db/secrets.server.ts"
import { applySettings } from "#app/kit/lib/settings.server.ts"
import { formatBytes } from "#app/media/file-facts.ts"
import { EXPORT_FORMATS, isExportFormat } from "#app/office/export/formats.ts"
import {
  type ExportProgress,
  type Measured,
  measureExport,
  refuseTarget,
} from "#app/office/export/write-export.server.ts"
import { writeFormat } from "#app/office/export/write-formats.server.ts"
import { openSiteDatabase, runCommand, UsageError } from "./command.ts"
import { sayFailed } from "./media-report.ts"
import { showSteps } from "./progress.ts"

const USAGE = "Usage : npm run export -- <fichier.zip> [--for wordpress|ghost] [--personal-data] [--no-media]"
const LABELS = { contents: "Contenus", media: "Médias" } satisfies Record<ExportProgress["step"], string>

await runCommand(USAGE, async (env) => {
  const { values, positionals } = parseArgs({
    options: {
      for: { type: "string", default: "archive" },
      "personal-data": { type: "boolean", default: false },
      media: { type: "boolean", default: true },
    },
    allowPositionals: true,
    allowNegative: true,
  })
  const [name] = positionals
  const format = values.for
  if (positionals.length !== 1 || !name || !isExportFormat(format)) throw new UsageError()
  // A zip keeps each file's name until its end, and with it the pool that Node took its few bytes from.
  Buffer.poolSize = 0
  // The site answers first.
  setPriority(constants.priority.PRIORITY_LOW)
  const stop = new AbortController()
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort())
  applySettings({ ...env, cookieSecret: () => getSecret("cookies") })
  await openSiteDatabase(env)
  await refreshSiteSettings()
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
