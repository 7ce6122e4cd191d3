/** How many zero crossings of the low-pass filter are taken to each side: speech needs no more. */
const CROSSINGS = 12

/**
 * Turns samples of one rate into those of another, piece by piece: a windowed sinc, which also keeps what the new rate cannot
 * hold from coming back as noise.
 */
export function resampler(from: number, to: number) {
  const common = divisor(from, to)
  const [step, phases] = [from / common, to / common]
  const cut = Math.min(1, to / from)
  const reach = Math.ceil(CROSSINGS / cut)
  const kernels = new Map<number, Float32Array>()
  // As if silence stood before.
  let held: Float32Array = new Float32Array(reach)
  let at = reach * phases

  const kernelOf = (phase: number) => {
    const known = kernels.get(phase)
    if (known) return known
    const kernel = new Float32Array(2 * reach + 1)
    for (let i = -reach; i <= reach; i += 1) {
      const distance = i - phase / phases
      const window = Math.abs(distance) > reach ? 0 : 0.5 + 0.5 * Math.cos((Math.PI * distance) / reach)
      kernel[i + reach] = cut * sinc(cut * distance) * window
    }
    kernels.set(phase, kernel)
    return kernel
  }

  /** The next samples; one that misses its neighbours waits for the next piece. */
  return (piece: Float32Array): Float32Array => {
    const samples = new Float32Array(held.length + piece.length)
    samples.set(held)
    samples.set(piece, held.length)
    const made = new Float32Array(Math.ceil((samples.length * phases) / step) + 1)
    let count = 0
    for (;;) {
      const centre = Math.floor(at / phases)
      if (centre + reach >= samples.length) break
      const kernel = kernelOf(at % phases)
      const first = centre - reach
      let sum = 0
      for (let i = 0; i < kernel.length; i += 1) sum += (samples[first + i] ?? 0) * (kernel[i] ?? 0)
      made[count] = sum
      count += 1
      at += step
    }
    const used = Math.max(0, Math.min(samples.length, Math.floor(at / phases) - reach))
    held = samples.slice(used)
    at -= used * phases
    return made.subarray(0, count)
  }
}

function sinc(x: number) {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b)
}
