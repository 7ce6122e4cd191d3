import { type AddressInfo } from "node:net"
import { SMTPServer } from "smtp-server"

type Answer = { code: number; text: string } | "drop"
type Options = {
  /** Where it listens. */
  host?: string
  /** What it says to a recipient, or at the end of a mail, instead of taking it. */
  onRecipient?: (address: string) => Answer | undefined
  /** Asked once it has all of a mail: `taken` says so, whatever is answered. */
  onMail?: (
    address: string,
    source: string,
  ) => Promise<Answer | "silent" | undefined> | Answer | "silent" | undefined
}

/**
 * A mail server from npm.
 *
 * @returns its port, how often it acknowledged a mail to whom, when each was, and how many connections it had at once at most
 */
export async function startLetterServer({ host = "127.0.0.1", onRecipient, onMail }: Options = {}) {
  const taken = new Map<string, number>()
  const times: number[] = []
  const mails: string[] = []
  let open = 0
  let mostOpen = 0
  const perConnection = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    logger: false,
    closeTimeout: 100,
    onConnect(_session, done) {
      open += 1
      mostOpen = Math.max(mostOpen, open)
      done()
    },
    onClose: () => void (open -= 1),
    onRcptTo({ address }, session, done) {
      const answer = onRecipient?.(address)
      if (answer === "drop") return drop(session.id)
      done(answer && refusal(answer))
    },
    onData(stream, session, done) {
      const pieces: Buffer[] = []
      stream.on("data", (piece: Buffer) => pieces.push(piece))
      stream.on("end", async () => {
        const address = session.envelope.rcptTo[0]?.address ?? ""
        const source = Buffer.concat(pieces).toString("latin1")
        const answer = await onMail?.(address, source)
        if (answer === "silent") return
        if (answer === "drop") return drop(session.id)
        if (answer) return done(refusal(answer))
        taken.set(address, (taken.get(address) ?? 0) + 1)
        times.push(performance.now())
        mails.push(source)
        perConnection.set(session.id, (perConnection.get(session.id) ?? 0) + 1)
        done()
      })
    },
  })
  const drop = (id: string) => {
    for (const connection of server.connections) if (connection.id === id) connection.close()
  }
  server.on("error", () => {})
  await new Promise<void>((resolve) => {
    server.listen(0, host, resolve)
  })
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://${host}:${port}?ignoreTLS=true`,
    taken,
    times,
    mails,
    mostOpen: () => mostOpen,
    mostPerConnection: () => Math.max(0, ...perConnection.values()),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(resolve)
      }),
  }
}

function refusal({ code, text }: { code: number; text: string }) {
  return Object.assign(new Error(text), { responseCode: code })
}
