/** `npm run import -- <file or URL>`: fills the episodes from a podcast feed, also while the site runs. */
import { request } from "node:http"
import { createInterface } from "node:readline"
import { parseArgs } from "node:util"
import { closeDatabase, openDatabase } from "#app/db/client.server.ts"
import { DataFolderInUseError } from "#app/db/data-lock.server.ts"
import { FeedError } from "#app/features/feeds/feed-error.ts"
import type { FeedItem, SkippedItem } from "#app/features/feeds/feed-item.ts"
import { readFeed } from "#app/features/feeds/feed-reader.server.ts"
import { openFeed } from "#app/features/feeds/feed-source.server.ts"
import { importItems, type ImportReport } from "#app/features/feeds/import.server.ts"
import { log } from "#app/lib/log.server.ts"
import { commandAddress } from "#server/command-address.ts"
import { type Environment, EnvironmentError, readEnvironment } from "#server/env.ts"
import { showProgress } from "./progress.ts"

const USAGE = "Usage : npm run import -- <fichier ou adresse du flux> [--with-deleted]"

try {
  await main()
} catch (error) {
  const isExpected = error instanceof FeedError || error instanceof EnvironmentError
  console.error(isExpected ? error.message : error)
  process.exitCode = 1
}

async function main() {
  const { values, positionals } = parseArgs({
    options: { "with-deleted": { type: "boolean", default: false } },
    allowPositionals: true,
  })
  const [place] = positionals
  if (positionals.length !== 1 || !place) throw new FeedError(USAGE)
  const env = readEnvironment()
  log.level = "error"

  const { items, skipped } = await read(place)
  const report = await importHereOrThere(env, items, values["with-deleted"])
  print({ ...report, skipped: [...skipped, ...report.skipped] })
}

async function read(place: string) {
  const { source, charset, totalBytes } = await openFeed(place)
  const progress = showProgress("Lecture", totalBytes)
  const items: FeedItem[] = []
  const skipped: SkippedItem[] = []
  try {
    for await (const entry of readFeed(progress.count(source), { charset })) {
      if (entry.item) items.push(entry.item)
      else skipped.push(entry.skipped)
    }
  } finally {
    progress.end()
  }
  return { items, skipped }
}

/** A running site has the embedded database open: it does the work then. */
async function importHereOrThere(env: Environment, items: FeedItem[], withDeleted: boolean) {
  const progress = showProgress("Import", items.length)
  try {
    await openDatabase(env)
    const report = await importItems(items, { withDeleted, onProgress: progress.show })
    await closeDatabase()
    return report
  } catch (error) {
    if (!(error instanceof DataFolderInUseError)) throw error
    return await handOver(env.dataDir, items, withDeleted, progress.show)
  } finally {
    progress.end()
  }
}

async function handOver(
  dataDir: string,
  items: FeedItem[],
  withDeleted: boolean,
  onProgress: (done: number) => void,
) {
  const outgoing = request({
    socketPath: commandAddress(dataDir),
    method: "POST",
    path: withDeleted ? "/import?with-deleted" : "/import",
  })
  const answer = new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    outgoing.on("response", resolve).on("error", reject)
  })
  for (const item of items) outgoing.write(`${JSON.stringify(item)}\n`)
  outgoing.end()

  for await (const line of createInterface({ input: await answer })) {
    const message = JSON.parse(line) as { done?: number; report?: ImportReport; error?: string }
    if (message.done !== undefined) onProgress(message.done)
    if (message.error !== undefined) throw new FeedError(message.error)
    if (message.report) return message.report
  }
  throw new FeedError("Le site s’est arrêté pendant l’import : rien n’a été changé.")
}

function print({ created, updated, unchanged, skipped }: ImportReport) {
  console.log(
    `${created} créé(s), ${updated} mis à jour, ${unchanged} inchangé(s), ${skipped.length} ignoré(s)`,
  )
  for (const { position, title, reason } of skipped) {
    console.log(`  - ${position > 0 ? `n° ${position} ` : ""}« ${title || "sans titre"} » : ${reason}`)
  }
}
