/**
 * `npm run import -- <file or address>`: brings along a podcast's feed, or what another site exported, also while the site runs
 * (docs/imports.md).
 */
import { parseArgs } from "node:util"
import { isExport } from "#app/office/import/local-import.server.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { runCommand, UsageError } from "./command.ts"
import { EXPORT_OPTIONS, importExports, undoExports } from "./import-exports.ts"
import { FEED_OPTIONS, importFeed } from "./import-feed.ts"

const USAGE = `Usage : npm run import -- <fichier ou adresse du flux> [--with-deleted] [--identity | --no-identity]
        npm run import -- <export d’un autre site>… [--site <adresse>] [--yes]
          [--posts news:<catégorie> | --posts none] [--no-drafts] [--no-pages] [--no-news] [--no-episodes] [--no-comments] [--no-copies] [--no-transcripts] [--accounts]
        npm run import -- --undo <numéro de l’import>`

await runCommand(USAGE, async (env) => {
  const { values, positionals } = parseArgs({
    options: { ...FEED_OPTIONS, ...EXPORT_OPTIONS, undo: { type: "string" } },
    allowPositionals: true,
    allowNegative: true,
  })
  const only = (known: object) => {
    if (Object.keys(values).some((name) => !(name in known))) throw new UsageError()
  }
  const [place, ...others] = positionals
  if (values.undo !== undefined) {
    only({ undo: true })
    const id = parseId(values.undo)
    if (id === undefined || place) throw new UsageError()
    return undoExports(env, id)
  }
  if (!place) throw new UsageError()
  const areExports = await Promise.all(positionals.map(isExport))
  if (areExports.includes(true)) {
    only(EXPORT_OPTIONS)
    return importExports(env, positionals, values)
  }
  only(FEED_OPTIONS)
  if (others.length > 0) throw new UsageError()
  return importFeed(env, place, values)
})
