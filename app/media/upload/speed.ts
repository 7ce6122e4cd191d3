/** Over how long a speed is taken: shorter jumps, longer lags behind. */
const WINDOW_MS = 6_000

/** @returns what is told how much was sent, and says how many bytes a second that makes of late; undefined at first */
export function newSpeed(now = () => performance.now()) {
  let samples: { at: number; bytes: number }[] = []
  return (bytes: number) => {
    const at = now()
    const last = samples.at(-1)
    // It went back to where the server has it.
    if (last && bytes < last.bytes) samples = []
    samples = [...samples.filter((sample) => at - sample.at < WINDOW_MS), { at, bytes }]
    const [first] = samples
    if (!first || at - first.at < 500) return undefined
    return (bytes - first.bytes) / ((at - first.at) / 1_000)
  }
}
