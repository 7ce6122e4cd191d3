import type { ImapFlow } from "imapflow"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { readerInThread } from "#app/kit/lib/text-thread.server.ts"
import { codeOf } from "./mailbox-failure.ts"
import { giveBackMailbox, noteProgress, takeMailbox, type TakenMailbox } from "./mailbox-state.server.ts"
import { nameMailbox, withMailbox } from "./mailbox.server.ts"
import type { Bounce } from "./read-bounce.ts"
import { mayBeBounce } from "./bounce-head.ts"
import { processBounce } from "./process-bounce.server.ts"

/** Of a mailbox that was never read, what came in the last days. */
const FIRST_DAYS = 7
/** Mails looked at before how far one is is noted, and in one go. */
const BATCH = 50
const MOST = 1_000
/** What a mail server says of a letter, and the head of that, come first. */
const MAX_BYTES = 128_000
const TOTAL_MS = 120_000

/** Anybody writes to it what they like: nobody else waits for the reading. */
const readBounce = readerInThread<Uint8Array, Bounce>("bounce")

/**
 * Reads what came since the last time into the mailbox that hosts set. Mails that tell of no letter of ours stay as they are,
 * unread; their text is not even fetched. One process at a time does.
 *
 * @returns how many bounces were found; `none` without such a mailbox, `later` where another process reads it or it is not due,
 *   `failed` with the reason in the state and the log
 */
export async function readMailbox({ signal }: { signal?: AbortSignal } = {}) {
  const mailbox = nameMailbox()
  if (!mailbox) return "none"
  const taken = await takeMailbox(mailbox)
  if (!taken) return "later"
  const stop = AbortSignal.any([AbortSignal.timeout(TOTAL_MS), ...(signal ? [signal] : [])])
  try {
    const { found, isMore } = await withMailbox((client) => readNew(client, taken, stop), stop)
    await giveBackMailbox(taken, null, isMore)
    return found
  } catch (error) {
    const code = signal?.aborted ? null : codeOf(error)
    if (code !== null) log.warn({ code, failures: taken.failures + 1 }, "bounce mailbox not read")
    await giveBackMailbox(taken, code, signal?.aborted)
    return "failed"
  }
}

async function readNew(client: ImapFlow, taken: TakenMailbox, signal: AbortSignal) {
  const { uidValidity: validity } = await client.mailboxOpen(siteSettings().returns.imapFolder)
  const uidValidity = String(validity)
  const isKnown = taken.uidValidity === uidValidity
  const since = new Date(Date.now() - FIRST_DAYS * 86_400_000)
  const query = isKnown ? { uid: `${taken.lastUid + 1}:*` } : { since }
  const listed = await client.search(query, { uid: true })
  if (!listed) throw new Error("the mailbox cannot be searched")
  // `n:*` is the last mail also where that has a smaller number.
  const uids = listed.filter((uid) => !isKnown || uid > taken.lastUid).toSorted((one, other) => one - other)
  let found = 0
  if (!isKnown) await noteProgress(taken, { uidValidity, lastUid: Math.max(0, (uids[0] ?? 1) - 1), found })
  for (let start = 0; start < Math.min(uids.length, MOST); start += BATCH) {
    signal.throwIfAborted()
    const batch = uids.slice(start, start + BATCH)
    const processed = await readBatch(client, batch)
    found += processed.length
    await putAway(client, processed)
    const isOurs = await noteProgress(taken, {
      uidValidity,
      lastUid: batch.at(-1) ?? taken.lastUid,
      found: processed.length,
    })
    if (!isOurs) return { found, isMore: false }
  }
  return { found, isMore: uids.length > MOST }
}

/** @returns the mails that told of a letter of ours */
async function readBatch(client: ImapFlow, uids: number[]) {
  const heads = await client.fetchAll(
    uids.join(","),
    { uid: true, headers: ["from", "content-type", "return-path"] },
    { uid: true },
  )
  const processed: number[] = []
  for (const { uid, headers } of heads) {
    if (!uids.includes(uid) || !mayBeBounce(headers?.toString("latin1") ?? "")) continue
    const mail = await client.fetchOne(
      `${uid}`,
      { uid: true, source: { maxLength: MAX_BYTES } },
      { uid: true },
    )
    const bounce = mail && mail.source ? await readBounce(mail.source.subarray(0, MAX_BYTES)) : undefined
    if (bounce && (await processBounce(bounce))) processed.push(uid)
  }
  return processed
}

async function putAway(client: ImapFlow, uids: number[]) {
  if (uids.length === 0) return
  const { imapDone } = siteSettings().returns
  await client.messageFlagsAdd(uids.join(","), ["\\Seen"], { uid: true, silent: true })
  if (imapDone === "") return
  // Where the folder is missing they stay, marked as read: what they tell is noted.
  const moved = await client.messageMove(uids.join(","), imapDone, { uid: true }).catch(() => false)
  if (!moved) log.warn({ folder: imapDone }, "bounced mails not put away")
}
