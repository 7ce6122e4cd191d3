/**
 * Calls back once, after nothing more was noted for `quietMs`, and after `longestMs` at the latest.
 *
 * @returns what notes, and what forgets all that was noted
 */
export function createQuietTimer(callBack: () => void, quietMs: number, longestMs: number) {
  let timer: NodeJS.Timeout | undefined
  let latest: number | undefined
  const forget = () => {
    clearTimeout(timer)
    latest = undefined
  }
  const note = () => {
    latest ??= performance.now() + longestMs
    clearTimeout(timer)
    const wait = Math.max(0, Math.min(quietMs, latest - performance.now()))
    timer = setTimeout(() => {
      forget()
      callBack()
    }, wait).unref()
  }
  return { note, forget }
}
