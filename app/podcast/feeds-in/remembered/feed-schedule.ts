const MINUTE = 60
const DAY = 86_400
const WEEK = 7 * DAY
/** In place of 0, which is "never": what is planned then holds once the site is started with another interval. */
const USUAL_MINUTES = 60

/** How long to wait after a reading that went well, in seconds. A feed may ask for longer than ours, up to a day. */
export function delayAfterSuccess(
  intervalMinutes: number,
  ttlMinutes: number | null,
  random = Math.random(),
) {
  const interval = inSeconds(intervalMinutes)
  return spread(Math.max(interval, Math.min((ttlMinutes ?? 0) * MINUTE, DAY)), random)
}

/**
 * How long to wait after a failure, in seconds: each time twice as long, up to a day, and at least as long as the server
 * asks for, up to a week.
 *
 * @param failures in a row, from 1
 */
export function delayAfterFailure(
  intervalMinutes: number,
  failures: number,
  retryAfterSeconds: number,
  random = Math.random(),
) {
  const interval = inSeconds(intervalMinutes)
  const backoff = Math.min(interval * 2 ** Math.min(failures - 1, 20), Math.max(interval, DAY))
  return spread(Math.max(backoff, Math.min(retryAfterSeconds, WEEK)), random)
}

function inSeconds(intervalMinutes: number) {
  return (intervalMinutes || USUAL_MINUTES) * MINUTE
}

/** Up to a fifth later, so that not all sites ask a server at once. */
function spread(seconds: number, random: number) {
  return Math.round(seconds * (1 + random / 5))
}
