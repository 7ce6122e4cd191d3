import { once } from "node:events"
import { Readable } from "node:stream"
import { createTransport } from "nodemailer"
import SMTPConnection from "nodemailer/lib/smtp-connection/index.js"
import { reasonOf } from "#app/base/mail/mail-outcomes.server.ts"
import { smtpTransport } from "#app/base/mail/smtp.server.ts"
import type { MailFailure } from "#app/db/schema/mails.server.ts"
import type { Failed } from "./failure-action.ts"
import type { ReadyMail } from "./letter-message.server.ts"

/** How a mail was handed over; `unwanted`: it was not, because `begin` said so. */
export type Handover = { outcome: "sent" } | { outcome: "unwanted" } | ({ outcome: "failed" } & Failed)

export type Connection = {
  isOpen: () => boolean
  /** @param begin asked when the mail server waits for the mail, before it gets a byte of it */
  handOver: (mail: ReadyMail, begin: () => Promise<boolean>) => Promise<Handover>
  /** Until it is closed. */
  close: () => Promise<void>
}

/**
 * After a mail's end its server may take this long to say that it took it (RFC 5321 recommends ten minutes): who gives up sooner
 * does not know.
 */
const SILENCE_MS = 300_000
const GOODBYE_MS = 1_000
const PIECE = 16_384

/**
 * Connects to the mail server and signs in.
 *
 * @throws ConnectionError
 */
export async function openConnection(silenceMs = SILENCE_MS): Promise<Connection> {
  const smtp = await smtpTransport()
  if (!smtp) throw new ConnectionError({ code: "ECONNECTION" })
  // What reads an address with everything in it.
  const { options, auth } = createTransport(smtp).transporter as unknown as Transport
  const connection = new SMTPConnection({ ...options, socketTimeout: silenceMs })
  let lost: unknown
  connection.on("error", (error) => (lost ??= error))
  try {
    await step(connection, (done) => connection.connect(done))
    if (auth && connection.allowsAuth) await step(connection, (done) => connection.login(auth, done))
  } catch (error) {
    connection.close()
    throw new ConnectionError(failureOf(error))
  }
  return {
    isOpen: () => !connection.destroyed,
    handOver: (mail, begin) => handOver(connection, mail, begin, () => lost),
    async close() {
      if (connection.destroyed) return
      const ended = once(connection, "end")
      connection.quit()
      // A server that does not say goodbye is not waited for.
      const timer = setTimeout(() => connection.close(), GOODBYE_MS)
      await ended
      clearTimeout(timer)
    },
  }
}

type Transport = {
  options: ConstructorParameters<typeof SMTPConnection>[0]
  auth?: Parameters<SMTPConnection["login"]>[0] | false
}

/** Why there is no connection. */
export class ConnectionError extends Error {
  override name = "ConnectionError"
  failure: MailFailure
  constructor(failure: MailFailure) {
    super("the mail server was not reached")
    this.failure = failure
  }
}

/** One step of the greeting, which an error of the connection ends too. */
async function step(connection: SMTPConnection, take: (done: (error?: unknown) => void) => void) {
  const giveUp = new AbortController()
  const failed = once(connection, "error", { signal: giveUp.signal }).then(([error]) => {
    throw error
  })
  failed.catch(() => {})
  try {
    await Promise.race([
      failed,
      new Promise<void>((resolve, reject) => take((error) => (error ? reject(error) : resolve()))),
    ])
  } finally {
    giveUp.abort()
  }
}

async function handOver(
  connection: SMTPConnection,
  { envelope, source }: ReadyMail,
  begin: () => Promise<boolean>,
  lost: () => unknown,
): Promise<Handover> {
  let isUnwanted = false
  /** From here on its end is, or may be, on its way. */
  let isAllGiven = false
  async function* pieces() {
    if (!(await begin())) {
      isUnwanted = true
      throw new Error("the mail is not wanted any more")
    }
    for (let from = 0; from < source.length; from += PIECE) yield source.subarray(from, from + PIECE)
    isAllGiven = true
  }
  const content = Readable.from(pieces(), { objectMode: false, highWaterMark: PIECE })
  content.on("error", () => {})
  try {
    await new Promise<void>((resolve, reject) => {
      connection.send(envelope, content, (error) => (error ? reject(error as Error) : resolve()))
    })
    return { outcome: "sent" }
  } catch (error) {
    const failure = failureOf(lost() ?? error)
    const isAnswer =
      failure.responseCode !== undefined && /^(MAIL FROM|RCPT TO|DATA)$/.test(failure.command ?? "")
    // Of a mail that stops in the middle a server keeps nothing, but nothing else can follow on that connection.
    if (isUnwanted || !(isAnswer && (isAllGiven || failure.command === "RCPT TO"))) connection.close()
    else if (!isAllGiven) await reset(connection)
    if (isUnwanted) return { outcome: "unwanted" }
    return { outcome: "failed", failure, isCertain: isAnswer || !isAllGiven }
  }
}

/** Forgets what was begun of a mail; a connection that cannot is no good. */
async function reset(connection: SMTPConnection) {
  if (connection.destroyed) return
  await step(connection, (done) => connection.reset(done)).catch(() => connection.close())
}

/** Codes only: what mail servers say in words may hold addresses. */
function failureOf(error: unknown): MailFailure {
  const { response } = error as { response?: unknown }
  const status =
    typeof response === "string" ? /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] : undefined
  return { ...reasonOf(error), ...(status && { status }) }
}
