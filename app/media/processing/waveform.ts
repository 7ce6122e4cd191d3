/** How many peaks a waveform has. */
export const PEAKS = 600
/** Twice as many at least are kept on the way, so that few of them end between two peaks. */
const MAX_BUCKETS = 4 * PEAKS

/**
 * Draws the outline of a sound, piece by piece, without knowing how long it will be.
 *
 * @returns `result` has PEAKS values from 0 to 255, which is its loudest moment; undefined of nothing
 */
export function waveformDrawer() {
  const buckets: number[] = []
  let samplesInBucket = 256
  let peak = 0
  let count = 0

  const close = () => {
    buckets.push(peak)
    peak = 0
    count = 0
    if (buckets.length < MAX_BUCKETS) return
    for (let i = 0; i < MAX_BUCKETS / 2; i += 1)
      buckets[i] = Math.max(at(buckets, 2 * i), at(buckets, 2 * i + 1))
    buckets.length = MAX_BUCKETS / 2
    samplesInBucket *= 2
  }
  return {
    add(channels: readonly Float32Array[]) {
      const length = channels[0]?.length ?? 0
      for (let i = 0; i < length; i += 1) {
        for (const samples of channels) {
          const value = Math.abs(samples[i] as number)
          if (value > peak) peak = value
        }
        count += 1
        if (count === samplesInBucket) close()
      }
    },
    result() {
      const all = count > 0 ? [...buckets, peak] : buckets
      if (all.length === 0) return undefined
      const loudest = all.reduce((most, value) => Math.max(most, value), 0)
      return Buffer.from(
        Array.from({ length: PEAKS }, (_, i) => {
          const from = Math.floor((i * all.length) / PEAKS)
          const to = Math.max(from + 1, Math.floor(((i + 1) * all.length) / PEAKS))
          const most = all.slice(from, to).reduce((found, value) => Math.max(found, value), 0)
          return loudest > 0 ? Math.round((most / loudest) * 255) : 0
        }),
      )
    },
  }
}

const at = (values: number[], index: number) => values[index] ?? 0
