import type { Contributor } from "#app/kit/lib/rights.ts"
import { isReleased } from "#app/podcast/episodes/episodes.server.ts"
import type { Period } from "../newsletter/growth/periods.ts"
import { listOwnLast, listTop, seenBy, TYPICAL, typicalRange } from "./episode-figures.server.ts"
import { listPublications, sumLast } from "./figures.server.ts"
import { listStepsBeside } from "./import/steps-beside.server.ts"

/** How the newest episode does beside those before it, at the same age. */
export type Latest = {
  id: number
  title: string
  /** Whole days since the publication that are summed up. */
  days: number
  count: number
  /** Between which numbers the middle half of the others was; none where too few are known. */
  usual?: { low: number; high: number }
}

/** What one wants to know first of an audience. @returns undefined before anything was counted */
export async function loadOverview(period: Period, viewer: Contributor, now = new Date()) {
  const { steps, from } = await listStepsBeside(period, 0, now)
  const [first] = steps
  if (!first) return undefined
  const [sums, latest, top, publications] = await Promise.all([
    sumLast(["downloads", "play", "subscribers"], now),
    findLatest(now),
    listTop(30, seenBy(viewer), 5, now),
    listPublications(first.start, now),
  ])
  return {
    steps,
    from,
    downloads: sums("downloads"),
    plays: sums("play"),
    subscribers: sums("subscribers").week,
    latest,
    top,
    publications,
  }
}

async function findLatest(now: Date): Promise<Latest | undefined> {
  const [latest, ...others] = await listOwnLast(isReleased, TYPICAL + 1, now)
  if (!latest) return undefined
  const { curve } = latest
  const days = curve.length
  const usual = typicalRange(others)
  const [low, high] = [usual.low[days - 1] ?? null, usual.high[days - 1] ?? null]
  return {
    id: latest.id,
    title: latest.title,
    days,
    count: curve.at(-1) ?? 0,
    ...(low !== null && high !== null && { usual: { low, high } }),
  }
}
