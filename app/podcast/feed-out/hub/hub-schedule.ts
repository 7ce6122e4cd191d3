/** Before the second attempt, the third and so on; after these once a day. In seconds. */
const DELAYS = [30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200]
const DAY = 86_400

/**
 * How long to wait before a hub that was not told is tried again, in seconds: at least as long as it asks for, up to a day, and up
 * to a fifth longer, so that not all sites ask at once.
 *
 * @param failures in a row, from 1
 */
export function delayBeforeNext(failures: number, retryAfterSeconds: number, random = Math.random()) {
  const delay = Math.max(DELAYS[failures - 1] ?? DAY, Math.min(retryAfterSeconds, DAY))
  return Math.round(delay * (1 + random / 5))
}
