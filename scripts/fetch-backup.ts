/** `npm run fetch-backup -- <folder> --key <file>`: brings a copy back from the second place, for `npm run restore`. */
import { readFile } from "node:fs/promises"
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { BackupError, explainBackupFailure } from "#app/db/backup/backup-errors.server.ts"
import { explainPlaceFailure, openPlace } from "#app/media/backup/elsewhere-place.server.ts"
import { fetchCopy } from "#app/media/backup/fetch-elsewhere.server.ts"
import type { ElsewhereSettings } from "#app/kit/lib/settings.server.ts"
import { formatBytes } from "#app/media/file-facts.ts"
import { runCommand, UsageError } from "./command.ts"
import { sayFailed } from "./media-report.ts"
import { showProgress } from "./progress.ts"

const USAGE =
  "Usage : npm run fetch-backup (ce qu’il y a) ou npm run fetch-backup -- <dossier> --key <fichier de la clé secrète> [--date 2026-11-26]"

await runCommand(USAGE, async ({ elsewhere }) => {
  const { values, positionals } = parseArgs({
    options: { key: { type: "string" }, date: { type: "string" } },
    allowPositionals: true,
  })
  const [name] = positionals
  const isList = !name && !values.key && !values.date
  if (positionals.length > 1 || (!isList && !(name && values.key))) throw new UsageError()
  if (!elsewhere)
    throw new BackupError(
      "Le site n’a pas de second emplacement : donnez BACKUP_S3_ENDPOINT et ce qui va avec.",
    )
  try {
    if (name && values.key) await fetchHere(elsewhere, resolve(name), values.key, values.date)
    else await list(elsewhere)
  } catch (error) {
    throw explainPlaceFailure(error)
  }
})

async function list(elsewhere: ElsewhereSettings) {
  const copies = [...(await openPlace(elsewhere).listCopies())].toSorted().toReversed()
  for (const [day, bytes] of copies) console.log(`${day}  ${formatBytes(bytes)}`)
  if (copies.length === 0) console.log("Aucune copie pour la clé de BACKUP_AGE_RECIPIENT.")
}

async function fetchHere(elsewhere: ElsewhereSettings, folder: string, key: string, day?: string) {
  const keys = await readFile(key, "utf8").catch((error: unknown) => {
    throw explainBackupFailure(error, "La clé n’a pas été lue", key)
  })
  const stop = new AbortController()
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort())
  const bar = showProgress("Médias", 1)
  const { signal } = stop
  const { file, files, failed } = await fetchCopy(elsewhere, {
    keys,
    day,
    folder,
    signal,
    onFile: (done, total) => bar.show(done / total),
  }).finally(() => bar.end())
  console.log(`Copie rapportée : ${file} (médias : ${files}). Pour la remettre en place :`)
  console.log(`./cko restore ${file}`)
  sayFailed("Médias absents du second emplacement, ou abîmés", failed)
}
