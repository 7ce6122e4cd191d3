import { DrizzleQueryError } from "drizzle-orm"

const UNIQUE_VIOLATION = "23505"
/** Connection lost, no room or memory left, shutting down or starting, a disk's error, a standby that takes no writes, a transaction that stood still. */
const SERVER_STATES = /^(08...|53...|57P0[1-5]|58030|25006|25P03)$/
const NETWORK = /^(ECONN\w+|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT)$/
/** What the driver says in words only. */
const DRIVER =
  /^(Connection terminated|Client was closed|Client has encountered a connection error|timeout exceeded when trying|timeout expired|Query read timeout|Cannot use a pool after)/

/**
 * True for a failure because another row has the same address, slug and so on.
 *
 * @param constraint the name of what forbids it, where only that one is meant
 */
export function isUniqueViolation(error: unknown, constraint = /^/) {
  const cause = error instanceof DrizzleQueryError ? error.cause : undefined
  if (cause === undefined || !("code" in cause) || cause.code !== UNIQUE_VIOLATION) return false
  return constraint.test("constraint" in cause ? String(cause.constraint) : "")
}

/** True for a failure because of what was to be written, which is no better the next time: no value of its column, against a rule, too long. */
export function isRefusal(error: unknown) {
  const cause = error instanceof DrizzleQueryError ? error.cause : undefined
  return cause !== undefined && "code" in cause && /^(?:22|23|54)...$/.test(String(cause.code))
}

/** True for a failure because the database could not be reached or could not do its work just then. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = "code" in error ? String(error.code) : ""
  if (error.name === "DatabaseDownError" || DRIVER.test(error.message)) return true
  return SERVER_STATES.test(code) || NETWORK.test(code) || isUnavailable(error.cause)
}
