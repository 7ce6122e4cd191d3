/** Who has taken a job keeps it for so long, and renews it while working; after that its process is gone. */
export const LEASE_SECONDS = 90
export const MAX_ATTEMPTS = 3
/** Before what failed is tried again: a bucket or a disk may have been away. */
export const RETRY_SECONDS = 120
const RENEW_MS = 20_000

/** Does some work and keeps its lease meanwhile. @param everyMs how often it is renewed */
export async function whileLeased<Result>(
  renew: () => Promise<unknown>,
  work: () => Promise<Result>,
  everyMs = RENEW_MS,
) {
  // A renewal that fails is made up for by the next one.
  const timer = setInterval(() => void renew().catch(() => {}), everyMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
