/** `npm run restore -- <file>`: puts a copy back, also while the site runs. */
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { record } from "#app/db/audit.server.ts"
import { restoreBackup } from "#app/db/backup/restore.server.ts"
import { formatLongTime } from "#app/lib/dates.ts"
import { backUpWithProgress } from "./backup-steps.ts"
import { runCommand, UsageError } from "./command.ts"

const USAGE = "Usage : npm run restore -- <fichier> [--overwrite]"

await runCommand(USAGE, async (env) => {
  const { values, positionals } = parseArgs({
    options: { overwrite: { type: "boolean", default: false } },
    allowPositionals: true,
  })
  const [name] = positionals
  if (positionals.length !== 1 || !name) throw new UsageError()
  const file = resolve(name)
  const { overwrite } = values
  const { rows, mails, createdAt } = await backUpWithProgress(env, (options) =>
    restoreBackup({
      ...options,
      file,
      overwrite,
      dataDir: env.dataDir,
      onDone: (tx, { createdAt: copyOf, rows: restored }) =>
        record(tx, { action: "restore", kind: "database", after: { copyOf, rows: restored } }),
    }),
  )
  const lines = `${rows.toLocaleString("fr-FR")} ligne${rows > 1 ? "s" : ""}`
  console.log(
    `Copie du ${formatLongTime(new Date(createdAt))} restaurée : ${lines}, e-mails en fichiers : ${mails}`,
  )
})
