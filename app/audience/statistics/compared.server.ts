import type { SQL } from "drizzle-orm"
import { type Curve, findEpisodes, listCurves, listOwnLast, typicalRange } from "./episode-figures.server.ts"

/** How many curves can be told from another. */
export const MOST_COMPARED = 5
/** Those that are shown where nobody chose any. */
const NEWEST = 3
const COMPARED_DAYS = 90

/**
 * Curves of episodes beside each other, by age, with what is usual of the last twenty.
 *
 * @param chosen the episodes' ids; none for the newest ones
 * @param which those that somebody may see
 */
export async function compareEpisodes(chosen: number[], which: SQL | undefined, now = new Date()) {
  const [last, found] = await Promise.all([
    listOwnLast(which),
    findEpisodes(chosen.slice(0, MOST_COMPARED), which),
  ])
  const shown = found.length > 0 ? found : last.slice(0, NEWEST)
  const curves = await listCurves([...shown, ...last], COMPARED_DAYS, now)
  return {
    compared: shown.map(({ id, title }) => ({ id, title, curve: curves.get(id) ?? [] })),
    usual: typicalRange(last.map(({ id }): Curve => curves.get(id) ?? [])),
  }
}
