import { BucketError } from "./bucket-client.server.ts"

/** A full or failing disk, too many open files, a network that is away, a bucket that is silent. */
const CODES =
  /^(ENOSPC|EDQUOT|EIO|EROFS|EACCES|EPERM|EMFILE|ENFILE|ENOMEM|EPIPE|EAI_AGAIN|ENOTFOUND|ETIMEDOUT|ECONN\w+|EHOST\w+|ENET\w+|UND_ERR_\w+)$/

/** Whether the disk or the bucket failed, rather than what was done with its files: that passes, or somebody mends it. */
export function isStoreOutage(error: unknown): boolean {
  if (error instanceof BucketError) return true
  if (!(error instanceof Error)) return false
  // Several addresses of one host were tried.
  if (error instanceof AggregateError && error.errors.some(isStoreOutage)) return true
  return CODES.test("code" in error ? String(error.code) : "") || isStoreOutage(error.cause)
}
