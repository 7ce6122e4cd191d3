import { writeBackup } from "#app/db/backup.server.ts"
import { restoreBackup } from "#app/db/restore.server.ts"
import { importItems } from "#app/features/feeds/import.server.ts"
import { type PackedItem, packItem } from "#app/features/feeds/packed-item.ts"
import { readLines } from "#app/lib/lines.server.ts"

type Call = {
  body: AsyncIterable<Uint8Array>
  options: URLSearchParams
  dataDir: string
  /** Says how far it is. */
  tell: (progress: object) => void
  /** Whoever asked is gone. */
  signal: AbortSignal
}

type Command = {
  run: (call: Call) => Promise<object>
  /** What to say when it fails and why is in the log. */
  failure: string
}

/** What commands hand over to the site while it has the embedded database, by path. */
export const commands = new Map<string, Command>([
  [
    "/import",
    { run: runImport, failure: "L’import a échoué et rien n’a été changé. Le journal du site dit pourquoi." },
  ],
  ["/backup", { run: runBackup, failure: "La copie a échoué. Le journal du site dit pourquoi." }],
  [
    "/restore",
    {
      run: runRestore,
      failure: "La restauration a échoué et rien n’a été changé. Le journal du site dit pourquoi.",
    },
  ],
])

/** One item a line. */
async function runImport({ body, options, tell }: Call) {
  const items: PackedItem[] = []
  for await (const line of readLines(body)) items.push(packItem(JSON.parse(line)))
  return importItems(items, {
    withDeleted: options.has("with-deleted"),
    onProgress: (done) => tell({ done }),
  })
}

function runBackup({ options, dataDir, tell, signal }: Call) {
  return writeBackup({ file: options.get("file") ?? "", dataDir, signal, onProgress: tell })
}

function runRestore({ options, dataDir, tell, signal }: Call) {
  const overwrite = options.has("overwrite")
  return restoreBackup({ file: options.get("file") ?? "", dataDir, overwrite, signal, onProgress: tell })
}
