/** What is refused at once while nobody answers, and what those get who were waiting when that was found out. */
export class DatabaseDownError extends Error {
  override name = "DatabaseDownError"
}

export type Circuit = {
  /** Whether the other side answers the smallest question, found out in bounded time. */
  probe: () => Promise<boolean>
  onOpen: () => void
  onClose: () => void
  /** After each probe without an answer; the next one waits for what it does. */
  onSilence?: () => Promise<void>
  /** Who waits for longer makes it probe. */
  timeoutMs: number
  now?: () => number
}

type Wait = { since: number; limitMs: number; giveUp: (error: Error) => void }

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>

/**
 * Keeps anybody from waiting for who does not answer. Suspicion (a failure, or a long wait) makes it probe; a probe without
 * an answer opens the circuit, unless somebody else was answered meanwhile: whoever waits gives up, and who comes is refused,
 * until a probe is answered.
 */
export function createCircuitBreaker(circuit: Circuit) {
  const { probe, onOpen, onClose, onSilence, timeoutMs, now = () => performance.now() } = circuit
  const waits = new Set<Wait>()
  let isOpen = false
  let answers = 0
  let hasEnded = false
  let probing: Promise<void> | undefined

  /** Probes, unless that is under way. */
  function suspect() {
    if (hasEnded) return
    probing ??= ask().finally(() => (probing = undefined))
  }

  async function ask() {
    const before = answers
    if (await probe()) return answered()
    if (hasEnded || answers > before) return
    if (!isOpen) open()
    await onSilence?.()
  }

  function open() {
    isOpen = true
    for (const { giveUp } of waits) giveUp(new DatabaseDownError(SILENT))
    waits.clear()
    onOpen()
  }

  /** A probe was, or somebody else: who is slow to take newcomers may well serve those who are there. */
  function answered() {
    answers += 1
    if (isOpen) onClose()
    isOpen = false
  }

  return {
    suspect,
    answered,
    /** Whoever is not needed any more is not brought back. Resolves when nothing is under way for it. */
    async end() {
      hasEnded = true
      await probing
    },
    /** @throws DatabaseDownError while the circuit is open */
    refuseIfOpen() {
      if (isOpen) throw new DatabaseDownError(SILENT)
    },
    /**
     * Somebody begins to wait.
     *
     * @param giveUp told when the circuit opens, or after `limitMs`
     * @returns to be called when the wait is over: false when it was given up before
     */
    wait(giveUp: (error: Error) => void, limitMs = Infinity) {
      const wait = { since: now(), limitMs, giveUp }
      waits.add(wait)
      return () => waits.delete(wait)
    },
    /** To be called now and then: long waits are found out here. */
    tick() {
      const time = now()
      let isSuspicious = isOpen
      for (const wait of waits) {
        const waitedMs = time - wait.since
        isSuspicious ||= waitedMs > timeoutMs
        if (waitedMs <= wait.limitMs) continue
        waits.delete(wait)
        wait.giveUp(new DatabaseDownError(`${SILENT} for ${wait.limitMs} ms`))
      }
      if (isSuspicious) suspect()
    },
  }
}

const SILENT = "the database does not answer"
