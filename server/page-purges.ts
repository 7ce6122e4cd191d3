import { setTimeout as pass } from "node:timers/promises"
import { listDatedTables, msToNextAppearance } from "#app/site/shell/published-content.server.ts"
import { type Listener, listenForNotifications } from "#app/db/notifications.server.ts"
import { noteChange } from "#app/db/replica.server.ts"
import { refreshFooterPages } from "#app/site/shell/footer-pages.server.ts"
import { podcastName, refreshSiteSettings } from "#app/base/settings/site-settings.server.ts"
import { forgetSecrets } from "#app/db/secrets.server.ts"
import { FEED_PATH } from "#app/podcast/feed-out/feed-address.ts"
import { forgetShared } from "#app/podcast/feed-out/feed.server.ts"
import { noteStaleInCdn } from "#app/jobs/tell-cdn.server.ts"
import { noteFeedChange } from "#app/jobs/tell-hub.server.ts"
import { refreshRedirects } from "#app/base/redirects/snapshot.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { wakeHere } from "#app/kit/lib/wake-job.server.ts"
import { findPageAddress } from "./page-address.ts"
import type { PageCache } from "./page-cache.ts"

export type OnLeading = Listener["onLeading"]

const MAX_REST_MS = 3_000
/** The database's clock may move: it is asked again after this long at most. */
const MAX_WAIT_MS = 60_000
/** A timer may be early by a moment, and a page then rendered would lack what it was rendered for. */
const MARGIN_MS = 20

/**
 * Purges the page cache as soon as the database says that something changed, and when a publication that was set for
 * later comes due, and has the feed's hub and a CDN in front told. Also forgets the secrets that a restored backup replaced, reads anew what
 * hosts redirect, and wakes the jobs of this process.
 *
 * @param onLeading told whether this process does the database's jobs
 * @returns the function that stops, and lets end what was begun: it asks a database that is about to be closed
 */
export function purgeOnChanges(cache: PageCache, databaseUrl: string, onLeading: OnLeading = () => {}) {
  const underWay = new Set<Promise<unknown>>()
  const begin = (work: Promise<unknown>) => {
    underWay.add(work)
    void work.finally(() => underWay.delete(work))
  }
  const feedTags = findPageAddress(FEED_PATH)?.tags ?? []
  const forget = (tag: string) => {
    noteChange()
    cache.purge(tag)
    noteStaleInCdn(tag)
    const isFeeds = tag === "all" || feedTags.includes(tag)
    if (isFeeds) noteFeedChange()
    // A level's rank says which supporters hear what.
    if (isFeeds || tag === "levels") forgetShared()
  }
  const schedule = scheduler(() => listDatedTables().forEach(forget))
  const plan = () => begin(schedule.plan())
  // Only once they hold is no page kept any more that one of them replaces.
  const redirects = resting(() =>
    refreshRedirects().then(
      () => forget("all"),
      (error: unknown) => log.error(error, "redirects not read"),
    ),
  )
  const heedRedirects = () => begin(redirects.ask())
  const purge = (tag: string) => {
    forget(tag)
    if (tag === "all" || listDatedTables().includes(tag)) plan()
  }
  /** What is rendered before the new settings are known goes as well. `settings` are those that every page shows. */
  const purgeSettings = async (payload: string) => {
    const tag = payload === "settings" ? "all" : payload
    purge(tag)
    await refreshSiteSettings()
    purge((await refreshFooterPages()) ? "all" : tag)
  }
  const stopListening = listenForNotifications(
    {
      onNotification(channel, payload) {
        if (channel === "cko_jobs") return wakeHere(payload)
        if (channel === "cko_restored") {
          forgetSecrets()
          wakeHere("search")
          return heedRedirects()
        }
        if (payload === "redirects") return heedRedirects()
        if (payload === "all" || payload.startsWith("settings")) return begin(purgeSettings(payload))
        purge(payload)
        // The first letter that can be read, or level of support, gives every page a link to it, and the last one takes it away;
        // the first content of a site that nobody has named takes its feed's away.
        if (payload === "letters" || payload === "levels" || !podcastName().isNamed)
          begin(refreshFooterPages().then((changed) => changed && forget("all")))
      },
      onListening() {
        forgetSecrets()
        begin(purgeSettings("all"))
        heedRedirects()
      },
      onLeading,
    },
    databaseUrl,
  )
  plan()
  return async () => {
    stopListening()
    schedule.stop()
    redirects.stop()
    await Promise.all(underWay)
  }
}

/**
 * Does something that is asked for, and once more where it was asked for meanwhile, but rests before that for three times as long as it
 * took: an import writes many thousands of rules bit by bit, and the processor is the visitors'.
 */
function resting(work: () => Promise<void>) {
  const stopping = new AbortController()
  let isAsked = false
  let working: Promise<void> | undefined

  async function run() {
    while (isAsked && !stopping.signal.aborted) {
      isAsked = false
      const start = performance.now()
      await work()
      const ms = Math.min(MAX_REST_MS, 3 * (performance.now() - start))
      if (isAsked) await pass(ms, undefined, { signal: stopping.signal }).catch(() => {})
    }
    working = undefined
  }

  return {
    ask() {
      isAsked = true
      working ??= run()
      return working
    },
    stop: () => stopping.abort(),
  }
}

/** Calls back when the next publication comes due. It has to be planned anew after each change of what is published. */
function scheduler(onDue: () => void) {
  let timer: NodeJS.Timeout | undefined
  let isAsking = false
  let isOutdated = false
  let isStopped = false

  async function plan() {
    isOutdated = true
    if (isAsking) return
    isAsking = true
    let ms: number | undefined
    while (isOutdated && !isStopped) {
      isOutdated = false
      ms = await msToNextAppearance().catch((error: unknown) => {
        log.warn(error, "next publication not found out")
        return undefined
      })
    }
    isAsking = false
    clearTimeout(timer)
    if (isStopped) return
    const isDue = ms !== undefined && ms <= MAX_WAIT_MS
    timer = setTimeout(
      () => {
        if (isDue) onDue()
        void plan()
      },
      isDue ? Math.max(0, ms ?? 0) + MARGIN_MS : MAX_WAIT_MS,
    ).unref()
  }

  return {
    plan,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
