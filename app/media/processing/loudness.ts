/** Four of these make a block of 400 ms, which overlaps the next by three quarters. */
const STEP_S = 0.1
const STEPS_IN_BLOCK = 4
const ABSOLUTE_GATE = -70
const RELATIVE_GATE = -10
/** Left, right, centre, low frequencies, and two behind: as files of six channels have them. */
const SURROUND = [1, 1, 1, 0, 1.41, 1.41]

/**
 * Measures the integrated loudness of a sound (EBU R 128, by ITU-R BS.1770-4), piece by piece.
 *
 * @returns `add` takes the next samples of all channels; `result` says LUFS, undefined of silence and of less than 400 ms
 */
export function loudnessMeter(sampleRate: number, channelCount: number) {
  // A file may say that it has one sample a second.
  const stepSamples = Math.max(1, Math.round(sampleRate * STEP_S))
  const filters = Array.from({ length: channelCount }, () => kWeighting(sampleRate))
  const weights = channelCount === 6 ? SURROUND : filters.map(() => 1)
  const steps: number[] = []
  let energy = 0
  let count = 0

  return {
    add(channels: readonly Float32Array[]) {
      const length = channels[0]?.length ?? 0
      for (let from = 0; from < length;) {
        const to = Math.min(length, from + stepSamples - count)
        channels.forEach((samples, i) => {
          energy += (weights[i] ?? 0) * (filters[i]?.(samples, from, to) ?? 0)
        })
        count += to - from
        from = to
        if (count < stepSamples) continue
        steps.push(energy / stepSamples)
        energy = 0
        count = 0
      }
    },
    result: () => gated(blocksOf(steps)),
  }
}

function blocksOf(steps: number[]) {
  return steps.slice(STEPS_IN_BLOCK - 1).map((_, i) => {
    let sum = 0
    for (let n = 0; n < STEPS_IN_BLOCK; n += 1) sum += steps[i + n] ?? 0
    return sum / STEPS_IN_BLOCK
  })
}

/** The mean of what is louder than silence, and then of what is not much softer than that. */
function gated(blocks: number[]) {
  const heard = blocks.filter((block) => lufs(block) > ABSOLUTE_GATE)
  const gate = lufs(mean(heard)) + RELATIVE_GATE
  const result = lufs(mean(heard.filter((block) => lufs(block) > gate)))
  return Number.isFinite(result) ? result : undefined
}

const lufs = (power: number) => -0.691 + 10 * Math.log10(power)
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** @returns a filter that keeps its state, and gives the sum of the squares of what comes out */
function kWeighting(sampleRate: number) {
  const [shelf, highPass] = coefficients(sampleRate)
  let [s1, s2, p1, p2] = [0, 0, 0, 0]
  return (samples: Float32Array, from: number, to: number) => {
    let sum = 0
    for (let i = from; i < to; i += 1) {
      const sample = samples[i] as number
      const x = Number.isNaN(sample) ? 0 : sample
      const y = shelf.b0 * x + s1
      s1 = shelf.b1 * x - shelf.a1 * y + s2
      s2 = shelf.b2 * x - shelf.a2 * y
      const z = y + p1
      p1 = -2 * y - highPass.a1 * z + p2
      p2 = y - highPass.a2 * z
      sum += z * z
    }
    // What fades away costs a hundred times as much to compute with once it is almost nothing.
    ;[s1, s2, p1, p2] = [settle(s1), settle(s2), settle(p1), settle(p2)]
    return sum
  }
}

const settle = (state: number) => (Math.abs(state) > 1e-30 && Number.isFinite(state) ? state : 0)

/** The two filters for any sample rate: the standard's analogue ones, mapped by the bilinear transform. */
function coefficients(sampleRate: number) {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate)
  const q = 0.7071752369554196
  const high = 10 ** (3.999843853973347 / 20)
  const band = high ** 0.4996667741545416
  const a0 = 1 + k / q + k * k
  const shelf = {
    b0: (high + (band * k) / q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  }
  const k2 = Math.tan((Math.PI * 38.13547087602444) / sampleRate)
  const q2 = 0.5003270373238773
  const c0 = 1 + k2 / q2 + k2 * k2
  const highPass = { a1: (2 * (k2 * k2 - 1)) / c0, a2: (1 - k2 / q2 + k2 * k2) / c0 }
  return [shelf, highPass] as const
}
