/** `npm run restore -- <file>`: puts a copy back, also while the site runs. */
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { record } from "#app/db/audit.server.ts"
import { BackupError } from "#app/db/backup/backup-errors.server.ts"
import { checkBackup, restoreBackup } from "#app/db/backup/restore.server.ts"
import { formatLongTime } from "#app/kit/lib/dates.ts"
import { mediaFolderOf } from "#app/media/backup/media-folder.server.ts"
import { restoreMedia } from "#app/media/backup/media-restore.server.ts"
import { getStore } from "#app/media/store/store.server.ts"
import { backUpWithProgress, withMediaProgress } from "./backup-steps.ts"
import { askForNew, runCommand, UsageError } from "./command.ts"
import { sayFailed } from "./media-report.ts"

const USAGE = "Usage : npm run restore -- <fichier> [--overwrite] [--without-media]"

await runCommand(USAGE, async (env) => {
  const { values, positionals } = parseArgs({
    options: {
      overwrite: { type: "boolean", default: false },
      "without-media": { type: "boolean", default: false },
    },
    allowPositionals: true,
  })
  const [name] = positionals
  if (positionals.length !== 1 || !name) throw new UsageError()
  const file = resolve(name)
  const { overwrite } = values
  const { rows, mails, createdAt, media } = await backUpWithProgress(
    env,
    async (options) => {
      const report = await restoreBackup({
        ...options,
        file,
        overwrite,
        dataDir: env.dataDir,
        onDone: (tx, { createdAt: copyOf, rows: restored }) =>
          record(tx, { action: "restore", kind: "database", after: { copyOf, rows: restored } }),
      })
      if (values["without-media"]) return { ...report, media: undefined }
      const putBack = (shown: { onBytes: (bytes: number) => void; signal: AbortSignal }) =>
        restoreMedia(getStore(), mediaFolderOf(file), shown)
      const media = await withMediaProgress(options, putBack).catch((error: unknown) => {
        const reason = options.signal.aborted ? "interrompu" : String(error)
        throw new BackupError(`La base est restaurée, mais pas tous les médias (${reason}). Recommencez.`)
      })
      return { ...report, media }
    },
    // A site is moved so; but not by a name that was mistyped.
    async (place) => {
      await checkBackup(file)
      await askForNew(place)
    },
  )
  const lines = `${rows.toLocaleString("fr-FR")} ligne${rows > 1 ? "s" : ""}`
  console.log(
    `Copie du ${formatLongTime(new Date(createdAt))} restaurée : ${lines}, e-mails en fichiers : ${mails}`,
  )
  if (!media) return
  if (media.files > 0) console.log(`Médias : ${media.files}, dont remis en place : ${media.restored}`)
  sayFailed("Médias que la copie n’a pas, ou pas entiers", media.failed)
})
