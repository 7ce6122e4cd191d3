import { DrizzleQueryError } from "drizzle-orm"

const UNIQUE_VIOLATION = "23505"

/** True for a failure because another row has the same address, slug and so on. */
export function isUniqueViolation(error: unknown) {
  const cause = error instanceof DrizzleQueryError ? error.cause : undefined
  return cause !== undefined && "code" in cause && cause.code === UNIQUE_VIOLATION
}
