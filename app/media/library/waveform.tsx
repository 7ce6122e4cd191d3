const WIDTH = 600
const HEIGHT = 64

/** How loud a sound is from its beginning to its end. @param peaks from 0 to 255, in base64 */
export function Waveform({ peaks }: { peaks: string }) {
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="h-16 w-full text-blood"
    >
      <path d={pathOf(peaks)} fill="currentColor" />
    </svg>
  )
}

function pathOf(peaks: string) {
  const levels = Array.from(atob(peaks), (sign) => sign.charCodeAt(0))
  const points = levels.map((level, index) => ({
    x: ((index + 0.5) / levels.length) * WIDTH,
    half: Math.max(0.5, (level / 255) * (HEIGHT / 2)),
  }))
  const above = points.map(({ x, half }) => `${x.toFixed(1)},${(HEIGHT / 2 - half).toFixed(1)}`)
  const below = points.toReversed().map(({ x, half }) => `${x.toFixed(1)},${(HEIGHT / 2 + half).toFixed(1)}`)
  return points.length > 0 ? `M${[...above, ...below].join("L")}Z` : ""
}
