import { log } from "#app/kit/lib/log.server.ts"

/** How long one check may take: what hangs must not hang the page. */
export const LIMIT_MS = 4_000

export type Bounded<Value> = { outcome: "done"; value: Value } | { outcome: "late" | "failed" }

const running = new Map<string, Promise<unknown>>()

/**
 * Does something that may hang, and waits for so long at most. What goes on after that is not begun a second time: a disk that is
 * away would hold one more thread each time that somebody reloads the page.
 *
 * @param name what it is, for the log and to know it again
 */
export async function bounded<Value>(
  name: string,
  work: () => Promise<Value>,
  limitMs = LIMIT_MS,
): Promise<Bounded<Value>> {
  const known = running.get(name) as Promise<Value> | undefined
  const attempt = known ?? begin(name, work)
  const late = Promise.withResolvers<{ outcome: "late" }>()
  const timer = setTimeout(() => late.resolve({ outcome: "late" }), limitMs).unref()
  try {
    return await Promise.race([attempt.then((value) => ({ outcome: "done", value }) as const), late.promise])
  } catch (error) {
    log.error({ err: error, check: name }, "a check of the site failed")
    return { outcome: "failed" }
  } finally {
    clearTimeout(timer)
  }
}

function begin<Value>(name: string, work: () => Promise<Value>) {
  const attempt = Promise.resolve()
    .then(work)
    .finally(() => running.delete(name))
  // After the time is up nobody asks for it any more.
  attempt.catch(() => {})
  running.set(name, attempt)
  return attempt
}
