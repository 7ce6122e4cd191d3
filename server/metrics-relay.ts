import cluster, { type Worker } from "node:cluster"

/** What workers say to each other by way of their primary: one asks all others for their measures. */
export type MetricsMessage =
  | { metrics: "wanted"; by?: number }
  | { metrics: "expected"; count: number }
  | { metrics: "told"; by: number; measures: unknown[] }

/** Only the site's own processes speak over this channel, of other things too. */
export const isMetricsMessage = (message: unknown): message is MetricsMessage =>
  typeof message === "object" && message !== null && "metrics" in message

/** In the primary: passes on what workers say to each other. */
export function relayMetrics() {
  cluster.on("message", (from: Worker, message: unknown) => {
    if (!isMetricsMessage(message)) return
    if (message.metrics === "told") return tell(cluster.workers?.[message.by], message)
    const others = Object.values(cluster.workers ?? {}).filter((worker) => worker && worker !== from)
    const count = others.filter((worker) => tell(worker, { metrics: "wanted", by: from.id })).length
    tell(from, { metrics: "expected", count })
  })
}

/** @returns false where it has ended, perhaps while this was said */
function tell(worker: Worker | undefined, message: MetricsMessage) {
  if (!worker?.isConnected()) return false
  worker.send(message, () => {})
  return true
}
