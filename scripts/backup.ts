/** `npm run backup -- <file>`: a copy of everything, also while the site runs. */
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { writeBackup } from "#app/db/backup.server.ts"
import { backUpWithProgress } from "./backup-steps.ts"
import { runCommand, UsageError } from "./command.ts"

const USAGE = "Usage : npm run backup -- <fichier à écrire>"
const megabytes = new Intl.NumberFormat("fr-FR", {
  style: "unit",
  unit: "megabyte",
  maximumFractionDigits: 1,
})

await runCommand(USAGE, async (env) => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [name] = positionals
  if (positionals.length !== 1 || !name) throw new UsageError()
  const file = resolve(name)
  const { rows, mails, bytes } = await backUpWithProgress(
    env,
    `/backup?${new URLSearchParams({ file })}`,
    (options) => writeBackup({ ...options, file, dataDir: env.dataDir }),
  )
  const lines = `${rows.toLocaleString("fr-FR")} ligne${rows > 1 ? "s" : ""}`
  console.log(
    `Copie écrite : ${file} (${megabytes.format(bytes / 1e6)}, ${lines}, e-mails en fichiers : ${mails})`,
  )
})
