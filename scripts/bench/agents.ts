import { classifyAgent } from "#app/audience/statistics/agents/agents.ts"
import apps from "#app/audience/statistics/agents/lists/apps.json" with { type: "json" }
import bots from "#app/audience/statistics/agents/lists/bots.json" with { type: "json" }
import browsers from "#app/audience/statistics/agents/lists/browsers.json" with { type: "json" }
import devices from "#app/audience/statistics/agents/lists/devices.json" with { type: "json" }
import libraries from "#app/audience/statistics/agents/lists/libraries.json" with { type: "json" }
import referrers from "#app/audience/statistics/agents/lists/referrers.json" with { type: "json" }
import { quantile, round } from "./figures.ts"

const LENGTH = 500
const BROWSER =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36"

/** What it costs to tell who asks, and the worst pattern with texts of its own characters. */
export async function measureAgents(count = 10_000) {
  console.log(
    `Who asks: ${count} user agents that nobody saw before, and each pattern with ${LENGTH} characters of its own, ten times each\n` +
      `(the least counts); aim: no pattern takes 1 ms.`,
  )
  const times = Array.from({ length: count }, (_, n) => cost(() => classifyAgent(`${BROWSER} ${n}`)))
  const patterns = [...bots, ...apps, ...libraries, ...browsers, ...devices, ...referrers].map(
    ([name = "", source = ""]) => ({ name, worst: worstOf(source) }),
  )
  const slowest = patterns.reduce((one, other) => (other.worst > one.worst ? other : one))
  console.table({
    "a user agent, median": { ms: round(quantile(times, 0.5), 3) },
    "a user agent, p99": { ms: round(quantile(times, 0.99), 3) },
    [`the slowest of ${patterns.length} patterns (${slowest.name})`]: { ms: round(slowest.worst, 3) },
  })
}

/** With the pattern's words, each again and again, and all of them in a row. */
function worstOf(source: string) {
  const words = source.match(/[\w.%:/ ]+/g) ?? []
  const units = [...words, words.join(""), ...new Set(source)]
  const costs = units.map((unit) => {
    const pattern = new RegExp(source)
    const text = unit.repeat(LENGTH).slice(0, LENGTH)
    return Math.min(...Array.from({ length: 10 }, () => cost(() => pattern.test(text))))
  })
  return Math.max(...costs)
}

function cost(work: () => unknown) {
  const started = performance.now()
  work()
  return performance.now() - started
}
