import type { Contributor } from "#app/kit/lib/rights.ts"
import { isPublic } from "#app/podcast/episodes/episodes.server.ts"
import type { Period } from "../newsletter/growth/periods.ts"
import {
  type Curve,
  listCurves,
  listOwnLast,
  listTop,
  seenBy,
  TYPICAL,
  typicalRange,
} from "./episode-figures.server.ts"
import { listPublications, listSubscribers, sumLast } from "./figures.server.ts"
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

/** Later than this an episode is not the news of a podcast any more. */
const COMPARED_DAYS = 90

/** What one wants to know first of an audience. @returns undefined before anything was counted */
export async function loadOverview(period: Period, viewer: Contributor, now = new Date()) {
  const { steps, from } = await listStepsBeside(period, 0, now)
  const [first] = steps
  if (!first) return undefined
  const [sums, subscribers, latest, top, publications] = await Promise.all([
    sumLast(["downloads", "play"], now),
    listSubscribers(now),
    findLatest(now),
    listTop(30, seenBy(viewer), 5, now),
    listPublications(first.start, now),
  ])
  return {
    steps,
    from,
    downloads: sums("downloads"),
    plays: sums("play"),
    subscribers,
    latest,
    top,
    publications,
  }
}

async function findLatest(now: Date): Promise<Latest | undefined> {
  const [latest, ...others] = await listOwnLast(isPublic, TYPICAL + 1)
  if (!latest) return undefined
  const curves = await listCurves([latest, ...others], COMPARED_DAYS, now)
  const curve = curves.get(latest.id) ?? []
  const days = curve.length
  const usual = typicalRange(others.map(({ id }): Curve => curves.get(id) ?? []))
  const [low, high] = [usual.low[days - 1] ?? null, usual.high[days - 1] ?? null]
  return {
    id: latest.id,
    title: latest.title,
    days,
    count: curve.at(-1) ?? 0,
    ...(low !== null && high !== null && { usual: { low, high } }),
  }
}
