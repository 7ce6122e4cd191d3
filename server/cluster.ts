import cluster, { type Worker } from "node:cluster"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { ensureBuild } from "./build.ts"
import type { Environment } from "./env.ts"
import { relayMetrics } from "./metrics-relay.ts"
import { onOrphaned } from "./parent.ts"
import { FAILING, onlineText } from "./serve.ts"

/** A worker that ended sooner than this after its start is replaced after a while, each time a longer one. */
const STABLE_MS = 10_000
const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 30_000
/** A worker limits its own end (serve.ts); one that cannot is killed. */
const END_TIMEOUT_MS = 30_000

/**
 * Runs the site in several worker processes that share the port: replaces those that end, all of them one after the
 * other on SIGHUP (without a moment when nobody listens), and stops them on SIGTERM and SIGINT.
 *
 * @param count 1 to 64
 */
export async function runWorkers(count: number, env: Environment) {
  await ensureBuild()
  // A worker's share of connections depends on how many there are.
  cluster.setupPrimary({ args: [`--workers=${count}`] })
  relayMetrics()
  const slots: Slot[] = Array.from({ length: count }, () => ({ delayMs: 0 }))
  let isStopping = false

  const stop = async (signal: NodeJS.Signals) => {
    isStopping = true
    const workers = Object.values(cluster.workers ?? {}).flatMap((worker) => worker ?? [])
    await Promise.all(workers.map((worker) => end(worker, signal)))
    process.exit(0)
  }
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal))
  if (env.isStartedByNpm) onOrphaned(() => void stop("SIGINT"))

  /** Puts a listening worker in a slot. @returns false when it ended before it listened */
  const fill = async (slot: Slot) => {
    const worker = cluster.fork()
    const isListening = await Promise.race([
      once(worker, "listening").then(() => true),
      once(worker, "exit").then(() => false),
    ])
    if (!isListening) return false
    const startedAt = performance.now()
    const before = slot.worker
    slot.worker = worker
    const replace = (reason: string) => {
      if (isStopping || slot.worker !== worker) return
      console.error(`Le processus ${worker.process.pid} s’est arrêté (${reason}) : il est remplacé.`)
      slot.worker = undefined
      if (performance.now() - startedAt > STABLE_MS) slot.delayMs = 0
      void refill(slot)
    }
    worker.on("message", (message) => message === FAILING && replace("erreur"))
    worker.once("exit", (code, signal) => replace(String(signal ?? code)))
    if (before) await end(before, "SIGTERM")
    return true
  }

  const refill = async (slot: Slot) => {
    do {
      await sleep(slot.delayMs)
      slot.delayMs = Math.min(MAX_DELAY_MS, slot.delayMs * 2 || FIRST_DELAY_MS)
    } while (!isStopping && !slot.worker && !(await fill(slot)))
  }

  const restart = async () => {
    await ensureBuild()
    for (const slot of slots) {
      if (isStopping) return
      if (!(await fill(slot))) return console.error(NOT_RESTARTED)
    }
    console.log("Tous les processus sont redémarrés.")
  }
  let restarting = Promise.resolve()
  process.on("SIGHUP", () => {
    restarting = restarting.then(restart).catch((error: unknown) => console.error(error, NOT_RESTARTED))
  })

  // Alone, the first one brings the schema up to date, or says why nothing can start.
  const listening = once(cluster, "listening")
  const [first, ...others] = slots
  if (!first || !(await fill(first))) return isStopping ? undefined : process.exit(1)
  const [, { port }] = await listening
  await Promise.all(others.map(async (slot) => (await fill(slot)) || refill(slot)))
  console.log(
    `${onlineText(env, port)}\n${count} processus ; redémarrage sans coupure : kill -HUP ${process.pid}`,
  )
}

/** Where one worker serves at a time. */
type Slot = { worker?: Worker; delayMs: number }

async function end(worker: Worker, signal: NodeJS.Signals) {
  if (worker.isDead()) return
  const ended = once(worker, "exit")
  worker.process.kill(signal)
  const timer = setTimeout(() => worker.process.kill("SIGKILL"), END_TIMEOUT_MS)
  await ended
  clearTimeout(timer)
}

const NOT_RESTARTED = "Le redémarrage est abandonné : les processus d’avant continuent."
