/** `npm run import -- <file or URL>`: fills the episodes from a podcast feed, also while the site runs. */
import { request } from "node:http"
import { createInterface } from "node:readline"
import { parseArgs } from "node:util"
import { closeDatabase, openDatabase } from "#app/db/client.server.ts"
import { DataFolderInUseError } from "#app/db/data-lock.server.ts"
import { collectItems } from "#app/features/feeds/collect-items.server.ts"
import { FeedError } from "#app/features/feeds/feed-error.ts"
import { type OpenedFeed, openFeed } from "#app/features/feeds/feed-source.server.ts"
import type { ImportReport } from "#app/features/feeds/feeds.schema.ts"
import { importItems } from "#app/features/feeds/import.server.ts"
import type { PackedItem } from "#app/features/feeds/packed-item.ts"
import { log } from "#app/lib/log.server.ts"
import { commandAddress } from "#server/command-address.ts"
import { type Environment, EnvironmentError, readEnvironment } from "#server/env.ts"
import { showProgress } from "./progress.ts"

const NEW_LINE = Buffer.from("\n")
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

  const feed = await openFeed(place)
  // Before the feed is read, so that the two greatest needs for memory do not come together.
  const isHere = await openDatabaseUnlessInUse(env)
  try {
    const { items, skipped } = await read(feed)
    const report = await importWithProgress(items, (onProgress) =>
      isHere
        ? importItems(items, { withDeleted: values["with-deleted"], onProgress })
        : handOver(env.dataDir, items, values["with-deleted"], onProgress),
    )
    print({ ...report, skipped: [...skipped, ...report.skipped] })
    if (report.skipped.length > 0) console.log("Pour rétablir les épisodes supprimés\u202f: --with-deleted")
  } finally {
    await closeDatabase()
  }
}

/** @returns false when a running site has the embedded database: it does the work then */
async function openDatabaseUnlessInUse(env: Environment) {
  try {
    await openDatabase(env)
    return true
  } catch (error) {
    if (error instanceof DataFolderInUseError) return false
    throw error
  }
}

async function read(feed: OpenedFeed) {
  const progress = showProgress("Lecture", feed.totalBytes)
  try {
    return await collectItems({ ...feed, source: progress.count(feed.source) })
  } finally {
    progress.end()
  }
}

async function importWithProgress(
  items: PackedItem[],
  work: (onProgress: (done: number) => void) => Promise<ImportReport>,
) {
  const progress = showProgress("Import", items.length)
  try {
    return await work(progress.show)
  } finally {
    progress.end()
  }
}

async function handOver(
  dataDir: string,
  items: PackedItem[],
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
  for (const item of items) outgoing.write(Buffer.concat([item.json, NEW_LINE]))
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
  const counts = [
    count(created, "créé"),
    `${updated} mis à jour`,
    count(unchanged, "inchangé"),
    count(skipped.length, "ignoré"),
  ]
  console.log(counts.join(", "))
  for (const { position, title, reason } of skipped) {
    console.log(`  - ${position > 0 ? `n° ${position} ` : ""}« ${title || "sans titre"} » : ${reason}`)
  }
}

function count(number: number, word: string) {
  return `${number} ${word}${number > 1 ? "s" : ""}`
}
