/** A `Retry-After` header in seconds from now, 0 without one (RFC 9110, 10.2.3). */
export function parseRetryAfter(header: string | null, now: Date) {
  if (header === null) return 0
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header)
  const seconds = Math.ceil((Date.parse(header) - now.getTime()) / 1_000)
  return seconds > 0 ? seconds : 0
}
