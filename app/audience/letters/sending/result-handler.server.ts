import { log } from "#app/kit/lib/log.server.ts"
import { actionFor, type Failed } from "./failure-action.ts"
import { haltLetter } from "./ending.server.ts"
import { backOff, resetBackoff } from "./rate-limiter.server.ts"
import {
  noteSent,
  noteUncertain,
  putOff,
  refuse,
  type Recipient,
  takeBackRefusals,
} from "./recipients.server.ts"

/** Before the second attempt for one person, the third and so on: two days in all. */
const DELAYS_S = [300, 1_800, 7_200, 21_600, 43_200, 86_400]
/** Longer than this after its beginning, nothing of a letter is put off again. */
const MAX_AGE_MS = 4 * 86_400_000
/** What is everybody's trouble is nobody's attempt: they are tried again this soon, once the mail server takes mails. */
const SHORTLY_S = 60
const REJECTED_S = 600
/** So many in a row, with none taken between them, are no coincidence. */
const MANY = { uncertain: 3, rejected: 3, refused: 10, later: 5 }

/**
 * What the sender has seen of a letter since it last began to send it: whether one failure is one person's or everybody's
 * is told by those before it.
 */
type Seen = {
  hasTaken: boolean
  uncertain: number
  rejected: number
  later: number
  refused: Recipient[]
}

/** Acts on the results of handing mails over. One for each time that a process works through letters. */
export function createResultHandler() {
  const letters = new Map<number, Seen>()
  const seenOf = (letterId: number) => {
    const seen = letters.get(letterId) ?? { ...NOTHING, hasTaken: false, refused: [] }
    letters.set(letterId, seen)
    return seen
  }

  const halt = async (letterId: number, failure: Failed["failure"]) => {
    log.warn({ ...failure, letter: letterId }, "letter paused")
    letters.delete(letterId)
    await haltLetter(letterId, failure)
  }

  return {
    async taken(recipient: Recipient) {
      Object.assign(seenOf(recipient.letter.id), NOTHING, { hasTaken: true, refused: [] })
      await noteSent(recipient)
      await resetBackoff()
    },

    async failed(recipient: Recipient, failed: Failed) {
      const letterId = recipient.letter.id
      const { failure } = failed
      const seen = seenOf(letterId)
      const action = actionFor(failed)
      log.debug({ ...failure, letter: letterId, recipient: recipient.id }, "mail of a letter not taken")
      if (action.is === "uncertain") {
        await noteUncertain(recipient, failure)
        await backOff(failure)
        seen.uncertain += 1
        if (seen.uncertain >= MANY.uncertain) await halt(letterId, failure)
      } else if (action.is === "refuse") {
        await refuse(recipient, failure, action.suppresses)
        seen.refused.push(recipient)
        if (seen.hasTaken || seen.refused.length < MANY.refused) return
        const refused = seen.refused
        await halt(letterId, { ...failure, code: "EVERYBODY" })
        await takeBackRefusals(refused, REJECTED_S)
      } else if (action.is === "halt") {
        await putOff(recipient, 0, failure)
        await halt(letterId, failure)
      } else if (action.is === "hold") {
        await putOff(recipient, SHORTLY_S, failure)
        await backOff(failure)
      } else if (action.is === "reject") {
        seen.rejected += 1
        const isTheirs = wasRejected(recipient) && seen.hasTaken && seen.rejected < MANY.rejected
        if (isTheirs) return refuse(recipient, failure, false)
        await putOff(recipient, REJECTED_S, failure, true)
        if (!seen.hasTaken || seen.rejected >= MANY.rejected) await halt(letterId, failure)
      } else {
        seen.later += 1
        await later(recipient, failure, seen.later)
      }
    },
  }

  /** One person's mail server asks for patience; where everybody's does, that is no attempt, and everybody waits. */
  async function later(recipient: Recipient, failure: Failed["failure"], inARow: number) {
    const { publishedAt } = recipient.letter
    const delay = DELAYS_S[recipient.attempts]
    const isOld = publishedAt !== null && Date.now() - publishedAt.getTime() > MAX_AGE_MS
    if (delay === undefined || isOld) return refuse(recipient, failure, false)
    const isEverybody = inARow >= MANY.later
    await putOff(recipient, delay, failure, !isEverybody)
    if (isEverybody) await backOff(failure)
  }
}

const NOTHING = { uncertain: 0, rejected: 0, later: 0 }

/** Its mail was not liked before either, while others' were. */
const wasRejected = ({ failure }: Recipient) =>
  failure?.command === "DATA" && (failure.responseCode ?? 0) >= 500
