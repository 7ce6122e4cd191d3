import { setImmediate as nextTurn } from "node:timers/promises"
import { type DayOrder, dayOrderIn, parseFeedDate } from "./feed-dates.ts"
import { deserializeItem, type SerializedItem, serializeItem } from "./serialized-item.ts"

type Hints = {
  /** The orders of day and month that dates of the feed show. */
  orders: Set<DayOrder>
  language: string
}

/**
 * Dates the items of a feed whose own dates cannot be read by themselves. What its other dates, else its language, make sure of
 * is read; of what can be read in two ways, the one that stands between the dates of its neighbours. All others are
 * placed between their neighbours, and keep their `unreadDate`.
 *
 * @param items all of the feed's, in its order; those are replaced
 */
export async function dateItems(items: SerializedItem[], { orders, language }: Hints) {
  if (!items.some(({ unreadDate }) => unreadDate !== undefined)) return
  const order = orders.size === 0 ? dayOrderIn(language) : orders.size === 1 ? [...orders][0] : undefined
  await replace(items, (written) => {
    const instant = parseFeedDate(written, order)
    return instant ? { instant, isRead: true } : undefined
  })
  await replace(items, (written, { before, after }) => {
    const fitting = READINGS.map((way) => parseFeedDate(written, way)).filter((instant) =>
      isBetween(instant, before, after),
    )
    return fitting.length === 1 && fitting[0] ? { instant: fitting[0], isRead: true } : undefined
  })
  const step = isOldestFirst(items) ? MINUTE_MS : -MINUTE_MS
  await replace(items, (_written, { before, after, missing }) => ({
    instant: guess(before, after, missing, step),
    isRead: false,
  }))
}

type Neighbours = {
  /** The nearest dates before and after it in the feed, in milliseconds. */
  before?: number
  after?: number
  /** How many without a date stand before the next one that has one, with itself. */
  missing: number
}
type Found = { instant: string; isRead: boolean }

/** Gives items without a date the one that is found, from the first to the last. */
async function replace(
  items: SerializedItem[],
  find: (written: string, neighbours: Neighbours) => Found | undefined,
) {
  const nexts = nextDated(items)
  let before: number | undefined
  for (const [index, packed] of items.entries()) {
    const { publishedAt, unreadDate } = packed
    const next = nexts[index] ?? items.length
    const after = timeOf(items[next])
    const found =
      publishedAt === "" && unreadDate !== undefined
        ? find(unreadDate, { before, after, missing: next - index })
        : undefined
    if (found) items[index] = dated(packed, found)
    before = timeOf(items[index]) ?? before
    if (index % ITEMS_AT_ONCE === 0) await nextTurn()
  }
}

function dated({ digest, sharedGuid, remarks, unreadDate, ...packed }: SerializedItem, found: Found) {
  const again = serializeItem({ ...deserializeItem({ ...packed, digest }), publishedAt: found.instant })
  const facts = { ...(sharedGuid !== undefined && { sharedGuid }), remarks }
  // A guess depends on the neighbours, and the item is the same when these change.
  return found.isRead ? { ...again, ...facts } : { ...again, ...facts, digest, unreadDate }
}

/** For each item, where the next one with a date is, itself included. */
function nextDated(items: SerializedItem[]) {
  const nexts: number[] = []
  let next = items.length
  for (let index = items.length - 1; index >= 0; index -= 1) {
    if (items[index]?.publishedAt) next = index
    nexts[index] = next
  }
  return nexts
}

function guess(before: number | undefined, after: number | undefined, missing: number, step: number) {
  const time =
    before !== undefined && after !== undefined
      ? before + (after - before) / (missing + 1)
      : before !== undefined
        ? before + step
        : after !== undefined
          ? after - step * missing
          : today()
  return new Date(Math.round(time / 1_000) * 1_000).toISOString()
}

function isBetween(instant: string | null, before: number | undefined, after: number | undefined) {
  if (instant === null || before === undefined || after === undefined) return false
  const time = Date.parse(instant)
  return time >= Math.min(before, after) && time <= Math.max(before, after)
}

/** Nearly all feeds begin with the newest. */
function isOldestFirst(items: SerializedItem[]) {
  const first = timeOf(items.find(({ publishedAt }) => publishedAt !== ""))
  const last = timeOf(items.findLast(({ publishedAt }) => publishedAt !== ""))
  return first !== undefined && last !== undefined && first < last
}

function timeOf(item: SerializedItem | undefined) {
  return item?.publishedAt ? Date.parse(item.publishedAt) : undefined
}

/** The beginning of the day: a preview and its import must say the same. */
function today() {
  return new Date().setUTCHours(0, 0, 0, 0)
}

const READINGS: DayOrder[] = ["day-first", "month-first"]
const MINUTE_MS = 60_000
const ITEMS_AT_ONCE = 250
