import { setTimeout as sleep } from "node:timers/promises"
import { sendsRealMail } from "#app/base/mail/smtp.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import type { findSentLetters } from "./begin-letters.server.ts"
import type { ResultHandler } from "./result-handler.server.ts"
import { type Composer, loadComposer } from "./letter-message.server.ts"
import { outboxConnection } from "./letter-outbox.server.ts"
import { letterMessageId } from "./message-id.server.ts"
import { freeConnectionSlot, takeConnectionSlot } from "./send-limits.server.ts"
import type { RateLimiter } from "./rate-limiter.server.ts"
import { beginHandover, type Lease, putOff, type Taken, takeRecipient } from "./recipients.server.ts"
import { type Connection, ConnectionError, type Handover, openConnection } from "./smtp-connection.server.ts"

type Letter = Awaited<ReturnType<typeof findSentLetters>>[number]
type Options = {
  lease: Lease
  signal: AbortSignal
  resultHandler: ResultHandler
  rateLimiter: RateLimiter
  silenceMs?: number
}

const RETRY_MS = 500

/** The pool of this process's connections to the mail server, each of which sends one mail after another. */
export function createConnectionPool({ lease, signal, resultHandler, rateLimiter, silenceMs }: Options) {
  let letters: Letter[] = []
  const running = new Set<Promise<void>>()
  const atHand = new Map<number, Taken>()
  let onChange = () => {}
  const takeNext = async () => {
    for (const letter of letters) {
      const recipient = await takeRecipient(letter.id, letter.topic, lease)
      if (!recipient) continue
      atHand.set(recipient.id, recipient)
      return { letter, recipient }
    }
    return undefined
  }

  /** Sends until nothing is left, the connection has had its share, or something went wrong. @returns whether it tried any */
  const run = async () => {
    let isUsed = false
    const composer = await loadComposer()
    const isMail = sendsRealMail()
    let connection: Connection | undefined
    const close = async () => {
      const former = connection
      connection = undefined
      await former?.close()
    }
    try {
      for (let left = siteSettings().letters.perConnection; left > 0 && !signal.aborted; left -= 1) {
        const permit = isMail ? await rateLimiter.acquire(close) : undefined
        if (isMail && !permit) return isUsed
        const next = await takeNext()
        if (!next) return isUsed
        isUsed = true
        try {
          connection ??= isMail ? await openConnection(silenceMs) : outboxConnection
          const outcome = await send(next, composer, connection)
          if (outcome === "failed" || !connection.isOpen()) return isUsed
        } catch (error) {
          if (!(error instanceof ConnectionError)) throw error
          await settle(() =>
            resultHandler.failed(
              next.recipient,
              { failure: error.failure, isCertain: true },
              next.letter.publishedAt,
            ),
          )
          return isUsed
        } finally {
          permit?.done()
          atHand.delete(next.recipient.id)
        }
      }
      return isUsed
    } finally {
      await close()
    }
  }

  const send = async (
    { letter, recipient }: { letter: Letter; recipient: Taken },
    { compose, linksOf }: Composer,
    connection: Connection,
  ) => {
    const { id, subscriberId, email } = recipient
    const links = linksOf(letter.id, subscriberId)
    const messageId = await letterMessageId(id)
    const addressed = { email, links, messageId, isOneClick: true }
    const begin = () => beginHandover(recipient, letter.topic, lease)
    const handover = await compose(letter, addressed).then(
      (mail) => connection.handOver(mail, begin),
      (error: unknown): Handover => {
        log.warn(error, "mail of a letter not made")
        return { outcome: "failed", failure: { code: "EMESSAGE", command: "API" }, isCertain: true }
      },
    )
    if (handover.outcome === "sent") await settle(() => resultHandler.taken(recipient))
    else if (handover.outcome === "failed")
      await settle(() => resultHandler.failed(recipient, handover, letter.publishedAt))
    else await settle(() => putOff(recipient, lease, 0, { failure: recipient.failure, counts: false }))
    return handover.outcome
  }

  /** What came of a mail is noted, however long the database is away: nobody else can know. */
  const settle = async (note: () => Promise<unknown>) => {
    for (;;) {
      try {
        await note()
        return
      } catch (error) {
        log.warn(error, "what came of a letter's mail not noted yet")
        await sleep(RETRY_MS)
      }
    }
  }

  const start = async () => {
    const { connections } = siteSettings().letters
    const number = await takeConnectionSlot(connections, lease)
    if (number === undefined) return false
    try {
      return await run()
    } finally {
      await freeConnectionSlot(lease, number)
    }
  }

  return {
    /** Opens as many as are wanted, of those that nobody has. */
    open(found: Letter[], wanted: number) {
      letters = found
      while (running.size < wanted && !signal.aborted) {
        const opened = start()
          .catch((error: unknown) => {
            log.warn(error, "letters' connection ended")
            return false
          })
          .then((isUsed) => {
            running.delete(opened)
            if (isUsed) onChange()
          })
        running.add(opened)
      }
    },
    count: () => running.size,
    /** Whom this process is at. */
    atHand: () => [...atHand.keys()],
    /** Until one ends that had something to do: then there may be more. */
    changed: () => new Promise<void>((resolve) => (onChange = resolve)),
    async ended() {
      await Promise.all(running)
    },
  }
}
