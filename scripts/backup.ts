/** `npm run backup -- <file>`: a copy of everything, also while the site runs. */
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { record } from "#app/db/audit.server.ts"
import { explainBackupFailure } from "#app/db/backup/backup-errors.server.ts"
import { writeBackup } from "#app/db/backup/backup.server.ts"
import { db } from "#app/db/client.server.ts"
import { backUpMedia } from "#app/media/backup/media-backup.server.ts"
import { mediaFolderOf } from "#app/media/backup/media-folder.server.ts"
import { getStore } from "#app/media/store/store.server.ts"
import { backUpWithProgress, withMediaProgress } from "./backup-steps.ts"
import { runCommand, UsageError } from "./command.ts"
import { sayFailed } from "./media-report.ts"

const USAGE = "Usage : npm run backup -- <fichier à écrire> [--without-media]"
await runCommand(USAGE, async (env) => {
  const { values, positionals } = parseArgs({
    options: { "without-media": { type: "boolean", default: false } },
    allowPositionals: true,
  })
  const [name] = positionals
  if (positionals.length !== 1 || !name) throw new UsageError()
  const file = resolve(name)
  const { rows, mails, bytes, media } = await backUpWithProgress(env, async (options) => {
    const folder = mediaFolderOf(file)
    const takeMedia = () =>
      withMediaProgress(options, (shown) => backUpMedia(getStore(), { ...shown, folder })).catch(
        (error: unknown) => {
          throw explainBackupFailure(error, "La copie n’a pas été écrite", folder)
        },
      )
    // Before, since files may be removed after the rows were read, and after, for those that came meanwhile.
    const first = values["without-media"] ? undefined : await takeMedia()
    const report = await writeBackup({ ...options, file, dataDir: env.dataDir })
    const last = first && (await takeMedia())
    await record(db, { action: "backup", kind: "database", after: { rows: report.rows } })
    return { ...report, media: last && { ...last, added: first.added + last.added } }
  })
  const lines = `${rows.toLocaleString("fr-FR")} ligne${rows > 1 ? "s" : ""}`
  console.log(`Copie écrite : ${file} (${formatSize(bytes)}, ${lines}, e-mails en fichiers : ${mails})`)
  if (!media) return
  if (media.files > 0)
    console.log(
      `Médias : ${mediaFolderOf(file)} (fichiers : ${media.files}, dont nouveaux : ${media.added}), à garder avec la copie`,
    )
  sayFailed("Médias absents ou abîmés, qui manquent à la copie", media.failed)
})

function formatSize(bytes: number) {
  const [count, unit] = bytes < 1e6 ? [bytes / 1e3, "kilobyte"] : [bytes / 1e6, "megabyte"]
  return count.toLocaleString("fr-FR", { style: "unit", unit, maximumFractionDigits: 1 })
}
