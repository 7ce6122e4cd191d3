import type { IncomingMessage, ServerResponse } from "node:http"
import { clientOf } from "./client-address.ts"

/** As many as keep the processor busy while some of them wait for the database. More of them may be answered, and drawn, at once. */
const CONCURRENCY = 4
/** Who has worked for longer waits for something else than the processor, and keeps nobody behind. */
const TIMEOUT_MS = 1_000

/** Begins some work for a request once it is its client's turn; fails where nobody waits for it any more. */
export type InTurn = <Result>(
  request: IncomingMessage,
  response: ServerResponse,
  work: () => Promise<Result>,
) => Promise<Result>

/** Turns of those who ask a process for pages. @param trustedProxies as for `clientAddress` */
export function turnsOfVisitors(trustedProxies = 0): InTurn {
  const inTurn = createTurns()
  return (request, response, work) =>
    inTurn(clientOf(request, trustedProxies), async () => {
      // As Node says it of a client that left, while its body was read.
      if (request.socket.destroyed && !response.writableFinished) throw new Error("aborted")
      return work()
    })
}

/**
 * Lets a few pieces of work run at once, and the others wait for their turn: one of each client before the second of
 * anybody. Each begins in a round of the event loop of its own, so that what need not wait comes between.
 *
 * @param concurrency how many run at once
 * @param timeoutMs after that long another one begins, whether the one before ended or not
 */
export function createTurns({ concurrency = CONCURRENCY, timeoutMs = TIMEOUT_MS } = {}) {
  /** Of each client that waits, what is to begin; whose turn is next stands first. */
  const waiting = new Map<string, (() => void)[]>()
  let freeSlots = concurrency

  function passOn() {
    const [next] = waiting
    if (!next) {
      freeSlots += 1
      return
    }
    const [client, begins] = next
    const begin = begins.shift()
    waiting.delete(client)
    if (begins.length > 0) waiting.set(client, begins)
    if (begin) setImmediate(begin)
  }

  function wait(client: string) {
    return new Promise<void>((begin) => {
      const before = waiting.get(client)
      if (before) before.push(begin)
      else waiting.set(client, [begin])
    })
  }

  /** Runs work once its client's turn comes, and passes on what it returns or throws. */
  return async function inTurn<Result>(client: string, work: () => Promise<Result>): Promise<Result> {
    if (freeSlots > 0) freeSlots -= 1
    else await wait(client)
    let isHeld = true
    const leave = () => {
      if (isHeld) passOn()
      isHeld = false
    }
    const timer = setTimeout(leave, timeoutMs).unref()
    try {
      return await work()
    } finally {
      clearTimeout(timer)
      leave()
    }
  }
}
