export const median = (values: number[]) => quantile(values, 0.5)

/** The value that a share of the values is below, such as 0.5 for the median. */
export function quantile(values: number[], share: number) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Rounded to as many decimals. */
export const round = (value: number, decimals = 0) => Number(value.toFixed(decimals))

/** The most that a figure gets until it is stopped. */
export function watch(read: () => number) {
  let most = read()
  const timer = setInterval(() => (most = Math.max(most, read())), 50)
  return () => {
    clearInterval(timer)
    return Math.max(most, read())
  }
}

/** @returns how long it took, in ms */
export async function timed(work: () => Promise<unknown>) {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Does the same again and again, one after the other, until something ends. @returns how long each took */
export async function timesUntil(end: Promise<unknown>, work: () => Promise<unknown>) {
  const times: number[] = []
  let isOver = false
  const over = () => void (isOver = true)
  void end.then(over, over)
  while (!isOver) times.push(await timed(work))
  return times
}

/** How long a visitor waits for a page. */
export const visit = async (url: string, headers: Record<string, string> = {}) =>
  (await fetch(url, { headers })).arrayBuffer()
