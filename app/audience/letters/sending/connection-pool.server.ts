import { setTimeout as sleep } from "node:timers/promises"
import { sendsRealMail } from "#app/base/mail/smtp.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import type { LetterUnderWay } from "./begin-letters.server.ts"
import { createResultHandler } from "./result-handler.server.ts"
import { type Composer, loadComposer } from "./letter-message.server.ts"
import { outboxConnection } from "./letter-outbox.server.ts"
import { letterMessageId } from "./message-id.server.ts"
import { createRateLimiter } from "./rate-limiter.server.ts"
import { beginHandover, nextRecipient, type Recipient } from "./recipients.server.ts"
import { type Connection, ConnectionError, type Handover, openConnection } from "./smtp-connection.server.ts"

type Options = { sender: string; signal: AbortSignal; silenceMs?: number; minuteMs?: number }

const RETRY_MS = 500

/** The pool of the sender's connections to the mail server, each of which sends one mail after another. */
export function createConnectionPool({ sender, signal, silenceMs, minuteMs }: Options) {
  const rateLimiter = createRateLimiter({ signal, minuteMs })
  const resultHandler = createResultHandler()
  let letters: LetterUnderWay[] = []
  const running = new Set<Promise<void>>()
  const atHand = new Set<number>()
  let onChange = () => {}

  const takeNext = async () => {
    for (const letter of letters) {
      let next = await nextRecipient(letter, sender, atHand)
      // Another connection was faster.
      while (next && atHand.has(next.id)) next = await nextRecipient(letter, sender, atHand)
      if (!next) continue
      atHand.add(next.id)
      return next
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
        const recipient = await takeNext()
        if (!recipient) return isUsed
        isUsed = true
        try {
          connection ??= isMail ? await openConnection(silenceMs) : outboxConnection
          const outcome = await send(recipient, composer, connection)
          if (outcome === "failed" || !connection.isOpen()) return isUsed
        } catch (error) {
          if (!(error instanceof ConnectionError)) throw error
          const failed = { failure: error.failure, isCertain: true }
          await settle(() => resultHandler.failed(recipient, failed))
          return isUsed
        } finally {
          permit?.done()
          atHand.delete(recipient.id)
        }
      }
      return isUsed
    } finally {
      await close()
    }
  }

  const send = async (recipient: Recipient, { compose, linksOf }: Composer, connection: Connection) => {
    const { id, letter, subscriberId, email } = recipient
    const links = linksOf(letter.id, subscriberId)
    const messageId = await letterMessageId(id)
    const addressed = { email, links, messageId, isOneClick: true }
    const begin = async () => !signal.aborted && beginHandover(recipient)
    const handover = await compose(letter, addressed).then(
      (mail) => connection.handOver(mail, begin),
      (error: unknown): Handover => {
        log.warn(error, "mail of a letter not made")
        return { outcome: "failed", failure: { code: "EMESSAGE", command: "API" }, isCertain: true }
      },
    )
    if (handover.outcome === "sent") await settle(() => resultHandler.taken(recipient))
    else if (handover.outcome === "failed") await settle(() => resultHandler.failed(recipient, handover))
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

  return {
    /** Opens as many as are wanted. */
    open(found: LetterUnderWay[], wanted: number) {
      letters = found
      while (running.size < wanted && !signal.aborted) {
        const opened = run()
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
    /** Until one ends that had something to do: then there may be more. */
    changed: () => new Promise<void>((resolve) => (onChange = resolve)),
    async ended() {
      await Promise.all(running)
    },
  }
}
