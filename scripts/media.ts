/** `npm run media -- move|check`: where the library's files are, also while the site runs. */
import { parseArgs } from "node:util"
import { getSecret } from "#app/db/secrets.server.ts"
import { checkFiles } from "#app/media/store/check-files.server.ts"
import { moveFiles } from "#app/media/store/move-files.server.ts"
import { getStore, openStores } from "#app/media/store/store.server.ts"
import { sumFileRows } from "#app/media/store/stored-files.server.ts"
import { applySettings } from "#app/kit/lib/settings.server.ts"
import type { Environment } from "#server/env.ts"
import { openSiteDatabase, runCommand, UsageError } from "./command.ts"
import { sayFailed } from "./media-report.ts"
import { showProgress } from "./progress.ts"

const USAGE = "Usage : npm run media -- move (déplacer tout) ou npm run media -- check (vérifier tout)"
const PLACES = { disk: "le dossier de données", bucket: "le bucket" }
const COMMANDS = new Map([
  ["move", move],
  ["check", check],
])

type Options = { onBytes: (bytes: number) => void; signal: AbortSignal }

await runCommand(USAGE, async (env) => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const command = COMMANDS.get(positionals[0] ?? "")
  if (positionals.length !== 1 || !command) throw new UsageError()
  applySettings({ ...env, cookieSecret: () => getSecret("cookies") })
  const stop = new AbortController()
  for (const name of ["SIGINT", "SIGTERM"]) process.once(name, () => stop.abort())
  await openSiteDatabase(env)
  await command(env, stop.signal)
})

async function move(env: Environment, signal: AbortSignal) {
  const { target, source } = openStores(env)
  if (!source) {
    console.error(
      "Il n’y a que le dossier de données : pour un bucket, donnez S3_ENDPOINT et ce qui va avec.",
    )
    process.exitCode = 1
    return
  }
  try {
    const report = await withProgress("Déplacement", (options) => moveFiles(source, target, options), signal)
    console.log(`Fichiers déplacés vers ${PLACES[target.kind]} : ${report.moved}`)
    if (report.uploads > 0)
      console.log(
        `Envois en cours, qui restent où ils ont commencé : ${report.uploads}. Recommencez plus tard.`,
      )
    if (report.unknown > 0)
      console.log(`Fichiers que la médiathèque ne connaît pas, laissés en place : ${report.unknown}`)
    sayFailed("Fichiers abîmés, laissés en place", report.damaged)
  } catch (error) {
    if (!signal.aborted) throw error
    console.error("Interrompu : ce qui a été déplacé le reste. Recommencez pour continuer.")
    process.exitCode = 1
  }
}

async function check(_env: Environment, signal: AbortSignal) {
  const report = await withProgress("Vérification", (options) => checkFiles(getStore(), options), signal)
  console.log(`Fichiers vérifiés : ${report.right}`)
  if (report.unknown > 0) console.log(`Fichiers que la médiathèque ne connaît pas : ${report.unknown}`)
  sayFailed("Fichiers absents", report.missing)
  sayFailed("Fichiers abîmés", report.damaged)
}

async function withProgress<Report>(
  label: string,
  work: (options: Options) => Promise<Report>,
  signal: AbortSignal,
) {
  const bar = showProgress(label, await sumFileRows())
  let done = 0
  try {
    return await work({ onBytes: (bytes) => bar.show((done += bytes)), signal })
  } finally {
    bar.end()
  }
}
