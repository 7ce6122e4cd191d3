/** `npm run backup -- <file>`: a copy of everything, also while the site runs. */
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { record } from "#app/db/audit.server.ts"
import { writeBackup } from "#app/db/backup/backup.server.ts"
import { db } from "#app/db/client.server.ts"
import { backUpWithProgress } from "./backup-steps.ts"
import { runCommand, UsageError } from "./command.ts"

const USAGE = "Usage : npm run backup -- <fichier à écrire>"
await runCommand(USAGE, async (env) => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [name] = positionals
  if (positionals.length !== 1 || !name) throw new UsageError()
  const file = resolve(name)
  const { rows, mails, bytes } = await backUpWithProgress(env, async (options) => {
    const report = await writeBackup({ ...options, file, dataDir: env.dataDir })
    await record(db, { action: "backup", kind: "database", after: { rows: report.rows } })
    return report
  })
  const lines = `${rows.toLocaleString("fr-FR")} ligne${rows > 1 ? "s" : ""}`
  console.log(`Copie écrite : ${file} (${formatSize(bytes)}, ${lines}, e-mails en fichiers : ${mails})`)
})

function formatSize(bytes: number) {
  const [count, unit] = bytes < 1e6 ? [bytes / 1e3, "kilobyte"] : [bytes / 1e6, "megabyte"]
  return count.toLocaleString("fr-FR", { style: "unit", unit, maximumFractionDigits: 1 })
}
