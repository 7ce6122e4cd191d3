const STEP = 4
const WIDTH = 3

/**
 * A sound's outline, to be drawn: each bar grows from the middle, and what is silent is still a line.
 *
 * @param bars a digit of base 36 for each (waves.server.ts)
 */
export function outlineOf(bars: string) {
  const path = [...bars]
    .map((digit, index) => {
      const half = Math.max(1, Math.round((parseInt(digit, 36) / 35) * 50))
      return `M${index * STEP} ${50 - half}h${WIDTH}v${2 * half}h-${WIDTH}z`
    })
    .join("")
  return { viewBox: `0 0 ${STEP * bars.length} 100`, path }
}
