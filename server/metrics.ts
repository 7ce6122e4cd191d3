import cluster from "node:cluster"
import { createHash, timingSafeEqual } from "node:crypto"
import type { IncomingMessage } from "node:http"
import type { Context, MiddlewareHandler } from "hono"
import ipaddr from "ipaddr.js"
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, Registry } from "prom-client"
import { readMeasures } from "./measures.ts"
import { isMetricsMessage, type MetricsMessage } from "./metrics-relay.ts"
import { ofSite, refreshSiteMeasures } from "./site-measures.ts"

type Measure = MetricObjectWithValues<MetricValue<string>>

type Options = { publicUrl: string; trustedProxies: number; metricsToken?: string }

/**
 * `GET /metrics`: figures for Prometheus, of all processes of this machine (product.md 31.9). To whom they are not told there
 * is no such page.
 */
export function serveMetrics(options: Options): MiddlewareHandler {
  return async (c, next) => {
    if (!isToldTo(c, options)) return next()
    const [processes] = await Promise.all([readAll(), refreshSiteMeasures()])
    const measures = AggregatorRegistry.aggregate(processes)
    const body = `${await measures.metrics()}\n${await ofSite.metrics()}`
    return c.body(body, 200, {
      "Content-Type": Registry.PROMETHEUS_CONTENT_TYPE,
      "Cache-Control": "no-store",
    })
  }
}

/** A proxy on this machine names these, most of them; whom it speaks for is anybody. */
const OF_PROXIES = ["forwarded", "via", "x-real-ip"]

/** Who knows the token, or comes from this machine where no proxy may stand before the site: https is spoken by one. */
function isToldTo(c: Context, { publicUrl, trustedProxies, metricsToken }: Options) {
  const given = /^Bearer (\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1]
  if (metricsToken && given !== undefined) return isSame(given, metricsToken)
  if (trustedProxies > 0 || publicUrl.startsWith("https:")) return false
  const incoming: IncomingMessage | undefined = c.env?.incoming
  const isForwarded = Object.keys(c.req.header()).some(
    (name) => name.startsWith("x-forwarded-") || OF_PROXIES.includes(name),
  )
  return !isForwarded && isLoopback(incoming?.socket.remoteAddress ?? "")
}

/** In the same time, however much of it is right. */
function isSame(one: string, other: string) {
  const [a, b] = [one, other].map((text) => createHash("sha256").update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}

const isLoopback = (address: string) =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback"

/** Another process that is busy for so long is left out. */
const PATIENCE_MS = 2_000

let asking: Promise<Measure[][]> | undefined

/** The measures of each process of the site on this machine. Who asks meanwhile gets the same ones. */
async function readAll() {
  if (!cluster.isWorker) return [await readMeasures()]
  return (asking ??= askOthers().finally(() => (asking = undefined)))
}

async function askOthers() {
  const told = [await readMeasures()]
  const { promise, resolve } = Promise.withResolvers<void>()
  let expected = Infinity
  const hear = (message: unknown) => {
    if (!isMetricsMessage(message)) return
    if (message.metrics === "expected") expected = message.count
    if (message.metrics === "told") told.push(message.measures as Measure[])
    if (told.length > expected) resolve()
  }
  const timer = setTimeout(resolve, PATIENCE_MS).unref()
  process.on("message", hear)
  say({ metrics: "wanted" })
  await promise
  clearTimeout(timer)
  process.off("message", hear)
  return told
}

function say(message: MetricsMessage) {
  process.send?.(message)
}

if (cluster.isWorker)
  process.on("message", (message: unknown) => {
    if (!isMetricsMessage(message) || message.metrics !== "wanted" || message.by === undefined) return
    const { by } = message
    void readMeasures().then(
      (measures) => say({ metrics: "told", by, measures }),
      () => say({ metrics: "told", by, measures: [] }),
    )
  })
