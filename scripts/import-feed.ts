import { getSecret } from "#app/db/secrets.server.ts"
import { collectItems } from "#app/podcast/feeds-in/collect-items.server.ts"
import { beginEmpty } from "#app/db/starter/starter.server.ts"
import { type OpenedFeed, openFeed } from "#app/podcast/feeds-in/feed-source.server.ts"
import { type ImportReport, MAX_SHOWN, type SkippedItem } from "#app/podcast/feeds-in/feeds.schema.ts"
import { describeTaken } from "#app/podcast/feeds-in/identity/identity.ts"
import { offerIdentity, takeIdentity } from "#app/podcast/feeds-in/identity/take-identity.server.ts"
import { importItems, type ImportOptions } from "#app/podcast/feeds-in/import.server.ts"
import { nameFeed } from "#app/podcast/feeds-in/remembered/feed-address.ts"
import { rememberFeed } from "#app/podcast/feeds-in/remembered/remembered-feeds.server.ts"
import { refreshSiteSettings } from "#app/base/settings/site-settings.server.ts"
import { anyNetwork } from "#app/kit/http/public-network.server.ts"
import { applySettings } from "#app/kit/lib/settings.server.ts"
import type { Environment } from "#server/env.ts"
import { openSiteDatabase, sayNew } from "./command.ts"
import { showProgress } from "./progress.ts"

/** What may be said of a feed. */
export const FEED_OPTIONS = { "with-deleted": { type: "boolean" }, identity: { type: "boolean" } } as const

type FeedChoices = { "with-deleted"?: boolean; identity?: boolean }

/** Fills the episodes from a podcast's feed; an address is remembered. */
export async function importFeed(env: Environment, place: string, values: FeedChoices) {
  const feed = await openFeed(place)
  const collected = await read(feed)
  const { items, skipped, lack } = collected
  if (lack) console.log(lack)
  applySettings({ ...env, cookieSecret: () => getSecret("cookies") })
  await openSiteDatabase(env, sayNew)
  // A site may begin with what moves in.
  await beginEmpty()
  await refreshSiteSettings()
  const offer = offerIdentity(collected.channel)
  // As the page proposes it, unless the host says.
  const takesIdentity = offer && (values.identity ?? offer.isOn)
  const taken = takesIdentity && (await takeIdentity(collected.channel, { userId: null, guard: anyNetwork }))
  const progress = showProgress("Import", items.length)
  const remember = feed.origin && rememberFeed({ ...collected, origin: feed.origin })
  const onDone: ImportOptions["onDone"] = async (tx, ...done) => {
    await remember?.(tx, ...done)
    if (taken) await taken.write(tx)
  }
  const source = { title: nameFeed({ ...collected.channel, url: feed.origin?.address }) }
  const report = await importItems(items, {
    withDeleted: values["with-deleted"] ?? false,
    source,
    onProgress: progress.show,
    onDone,
  }).finally(progress.end)
  print({ ...report, skipped: [...skipped, ...report.skipped] })
  if (taken) console.log(describeTaken({ name: offer.name, coverFailure: taken.coverFailure }))
  if (report.skipped.length > 0)
    console.log("Pour reprendre les épisodes supprimés ou laissés de côté\u202f: --with-deleted")
}

async function read(feed: OpenedFeed) {
  const progress = showProgress("Lecture", feed.totalBytes)
  try {
    return await collectItems({ ...feed, source: progress.count(feed.source) })
  } finally {
    progress.end()
  }
}

function print({ created, drafts, linked, updated, unchanged, skipped, remarks }: ImportReport) {
  const counts = [
    `${count(created, "créé")}${drafts > 0 ? ` dont ${drafts} en brouillon` : ""}`,
    ...(linked > 0 ? [`${linked} déjà sur le site`] : []),
    `${updated} mis à jour`,
    count(unchanged, "inchangé"),
    count(skipped.length, "ignoré"),
  ]
  console.log(counts.join(", "))
  skipped.forEach(printItem)
  if (remarks.length > 0) console.log(`À vérifier (${remarks.length})\u00a0:`)
  remarks.slice(0, MAX_SHOWN).forEach(printItem)
  if (remarks.length > MAX_SHOWN) console.log(`  … et ${remarks.length - MAX_SHOWN} de plus.`)
}

function printItem({ position, title, reason }: SkippedItem) {
  console.log(`  - ${position > 0 ? `n° ${position} ` : ""}« ${title || "sans titre"} » : ${reason}`)
}

function count(number: number, word: string) {
  return `${number} ${word}${number > 1 ? "s" : ""}`
}
