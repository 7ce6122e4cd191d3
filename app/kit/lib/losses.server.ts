import { log } from "./log.server.ts"

/** What failed last, with when it began to; visitors see less than there is. */
const losses = new Map<string, Date>()

/**
 * Something a visitor sees is left out, or shown more simply: the page answers all the same, so that nobody would notice.
 * It is in the log, and on the health page of this process until the same thing works again.
 *
 * @param part what failed: the name of a worker
 */
export function noteLoss(part: string, error: unknown) {
  log.error(error, `${part} did not answer`)
  if (!losses.has(part)) losses.set(part, new Date())
}

export const noteRecovery = (part: string) => void losses.delete(part)

/** What fails at the moment. */
export const currentLosses = () => [...losses].map(([part, since]) => ({ part, since }))
