import type { IncomingMessage } from "node:http"
import { classifyAgent, classifyReferrer, readSubscribers } from "#app/audience/statistics/agents/agents.ts"
import { countTotal, setTotal } from "#app/audience/statistics/day-totals.server.ts"
import { isUncounted } from "#app/audience/statistics/uncounted.ts"
import { toDay } from "#app/kit/lib/dates.ts"
import { pagePath } from "./page-address.ts"

const FEED = "/feed.xml"

/** Tells the statistics that a kept page, or the feed, was answered. */
export type TellVisit = (request: IncomingMessage, key: string) => void

/**
 * Counts the pages that people open, by address and by the site that led to them, and for how many people an app fetches the
 * feed. Nothing of who asks is kept.
 *
 * @param publicUrl the site's address: what one of its pages leads to did not come from elsewhere
 */
export function countVisits(publicUrl: string): TellVisit {
  const { host } = new URL(publicUrl)
  return ({ method, headers }, key) => {
    const path = key.split("?", 1)[0] ?? ""
    const { referer = "", "user-agent": userAgent = "", "sec-fetch-dest": wanted } = headers
    if (method !== "GET" || isUncounted(headers.cookie)) return
    if (path === FEED) return countSubscribers(userAgent)
    const from = URL.parse(referer)
    const isOwn = from?.host === host
    const isOpened = wanted === "document" && headers["sec-purpose"] === undefined
    if (!(isOpened || (isOwn && isFollowed(key, from.pathname))) || !isPage(path)) return
    if (classifyAgent(userAgent).kind !== "browser") return
    const day = toDay(new Date())
    countTotal({ day, measure: "page", episodeId: 0, label: pagePath(path) })
    const source = isOwn ? undefined : classifyReferrer(referer)?.name
    if (source) countTotal({ day, measure: "referrer", episodeId: 0, label: source })
  }
}

/** Whether the data of a whole page were asked for, by who comes from another one: React draws what a link leads to. */
function isFollowed(key: string, from: string) {
  const [path = "", query = ""] = key.split("?")
  return path.endsWith(".data") && !/(?:^|&)_routes=/.test(query) && pagePath(path) !== from
}

/** A page is no file. */
const isPage = (path: string) => !/\.[a-z0-9]+$/.test(pagePath(path))

function countSubscribers(userAgent: string) {
  const told = readSubscribers(userAgent)
  if (!told?.name) return
  setTotal({ day: toDay(new Date()), measure: "subscribers", episodeId: 0, label: told.name }, told.count)
}
