import type { SQL } from "drizzle-orm"
import { findEpisodes, listOwnLast, TYPICAL, typicalRange } from "./episode-figures.server.ts"

/** How many curves can be told from another. */
export const MOST_COMPARED = 5
/** Those that are shown where nobody chose any. */
const NEWEST = 3

/**
 * Curves of episodes beside each other, by age, with what is usual of the last twenty.
 *
 * @param chosen the episodes' ids; none for the newest ones
 * @param which those that somebody may see
 */
export async function compareEpisodes(chosen: number[], which: SQL | undefined, now = new Date()) {
  const [last, found] = await Promise.all([
    listOwnLast(which, TYPICAL, now),
    findEpisodes(chosen.slice(0, MOST_COMPARED), which, now),
  ])
  const shown = found.length > 0 ? found : last.slice(0, NEWEST)
  return { compared: shown, usual: typicalRange(last) }
}
