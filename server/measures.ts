import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client"
import { outcomesHere } from "#app/base/mail/mail-outcomes.server.ts"
import { connectionPool } from "#app/db/client.server.ts"
import type { PageCache } from "./page-cache.ts"

/** What this process measures of itself. With several processes sums are meant, where nothing else is said. */
const own = new Registry()
const registers = [own]

const requests = new Histogram({
  name: "cko_http_request_duration_seconds",
  help: "Time until an answer began, by the pattern of its route",
  labelNames: ["method", "route", "status"],
  buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
  registers,
})

const METHODS = new Set(["GET", "HEAD", "POST"])

/**
 * Counts a request that was answered.
 *
 * @param route a pattern, never an address: there are as many as the code has
 * @param startedAt by `performance.now()`
 */
export function observeRequest(method: string, route: string, status: number, startedAt: number) {
  requests.observe(
    {
      method: METHODS.has(method) ? method : "other",
      route,
      status: `${Math.floor(status / 100)}xx`,
    },
    (performance.now() - startedAt) / 1_000,
  )
}

let findCacheFigures: PageCache["figures"] | undefined

/** From now on the page cache of this process is this one. */
export function measurePageCache({ figures }: PageCache) {
  findCacheFigures = figures
}

new Counter({
  name: "cko_page_cache_requests_total",
  help: "Answers from kept pages (hit), and pages that had to be rendered for one (miss)",
  labelNames: ["result"],
  registers,
  collect() {
    const { hits, misses } = findCacheFigures?.() ?? { hits: 0, misses: 0 }
    this.reset()
    this.inc({ result: "hit" }, hits)
    this.inc({ result: "miss" }, misses)
  },
})
gauge("cko_page_cache_pages", "Pages kept in memory", () => findCacheFigures?.().pages ?? 0)
gauge("cko_page_cache_bytes", "Memory that kept pages take", () => findCacheFigures?.().bytes ?? 0)

new Gauge({
  name: "cko_database_connections",
  help: "Connections to the database: all, idle, and requests that wait for one",
  labelNames: ["state"],
  registers,
  collect() {
    const { totalCount, idleCount, waitingCount } = connectionPool()
    this.set({ state: "total" }, totalCount)
    this.set({ state: "idle" }, idleCount)
    this.set({ state: "waiting" }, waitingCount)
  },
})

new Counter({
  name: "cko_mails_total",
  help: "Mails that were sent, and tries that failed",
  labelNames: ["outcome"],
  registers,
  collect() {
    this.reset()
    for (const [outcome, count] of Object.entries(outcomesHere)) this.inc({ outcome }, count)
  },
})

gauge("cko_processes", "Processes that answer requests", () => 1)
gauge(
  "cko_process_start_time_seconds",
  "When the oldest of them started",
  () => (Date.now() - process.uptime() * 1_000) / 1_000,
  "min",
)

let isObserved = false

/** This process's measures. Those that cost something (delays of the event loop, memory cleanups) are taken from the first reading on. */
export async function readMeasures() {
  if (!isObserved) collectDefaultMetrics({ register: own, eventLoopMonitoringPrecision: 20 })
  isObserved = true
  return own.getMetricsAsJSON()
}

function gauge(name: string, help: string, read: () => number, aggregator: "sum" | "min" = "sum") {
  return new Gauge({
    name,
    help,
    registers,
    aggregator,
    collect() {
      this.set(read())
    },
  })
}
