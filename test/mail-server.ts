import { createServer, type Socket } from "node:net"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"

/** A mail that the server took. */
export type TakenMail = { to: string; headers: Record<string, string>; text: string; source: string }

/**
 * A mail server for tests, which the site sends with until `close`.
 *
 * @returns what it took, all that it has seen (taken or not), and `answers`: what it says to a command instead of what
 *   it should (« RCPT TO », « RCPT TO <somebody@cko.test> », « MAIL FROM », « AUTH », « DATA », « . » for the mail's
 *   end), or that it then hangs up (`drop`)
 */
export async function startMailServer({ password = false } = {}) {
  const taken: TakenMail[] = []
  const seen: TakenMail[] = []
  const responses = new Map<string, string>()
  /** Called at the end of each mail, before it is answered. */
  const hooks: { beforeTaken?: () => Promise<void> } = {}
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket))
    socket.on("error", () => {})
    serve(socket, { taken, seen, responses, hooks })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("not listening")
  const before = getSettings()
  const user = password ? "cko:secret@" : ""
  applySettings({ ...before, smtpUrl: `smtp://${user}127.0.0.1:${address.port}?ignoreTLS=true` })
  return {
    taken,
    seen,
    responses,
    hooks,
    async close() {
      applySettings(before)
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Server = {
  taken: TakenMail[]
  seen: TakenMail[]
  responses: Map<string, string>
  hooks: { beforeTaken?: () => Promise<void> }
}

function serve(socket: Socket, { taken, seen, responses, hooks }: Server) {
  let buffer = ""
  let recipient = ""
  let isMail = false
  const say = (command: string, usual: string) => {
    const response = responses.get(command) ?? usual
    if (response === "drop") socket.destroy()
    else socket.write(`${response}\r\n`)
    return response.startsWith("2") || response.startsWith("3")
  }
  socket.write("220 mail.test\r\n")
  socket.on("data", async (chunk) => {
    buffer += chunk.toString("latin1")
    for (let end = endOf(buffer, isMail); end >= 0; end = endOf(buffer, isMail)) {
      const said = buffer.slice(0, end)
      buffer = buffer.slice(end)
      if (isMail) {
        isMail = false
        const mail = { to: recipient, ...readMail(said) }
        seen.push(mail)
        await hooks.beforeTaken?.()
        if (say(".", "250 taken")) taken.push(mail)
        continue
      }
      const command = said.trim()
      if (/^EHLO/i.test(command)) socket.write("250-mail.test\r\n250 AUTH PLAIN LOGIN\r\n")
      else if (/^AUTH/i.test(command)) say("AUTH", "235 welcome")
      else if (/^MAIL FROM/i.test(command)) say("MAIL FROM", "250 ok")
      else if (/^RCPT TO/i.test(command)) {
        recipient = /<(.*)>/.exec(command)?.[1] ?? ""
        say("RCPT TO", responses.get(`RCPT TO <${recipient}>`) ?? "250 ok")
      } else if (/^DATA/i.test(command)) isMail = say("DATA", "354 go on")
      else socket.write("250 ok\r\n")
    }
  })
}

/** Where what was said first ends, or -1. */
function endOf(buffer: string, isMail: boolean) {
  const mark = isMail ? "\r\n.\r\n" : "\r\n"
  const at = buffer.indexOf(mark)
  return at < 0 ? -1 : at + mark.length
}

/** Headers (unfolded, by lower-case name) and the decoded text of a mail's source in Latin-1. */
export function readMail(source: string) {
  const [head = "", ...parts] = source.split(/\r?\n\r?\n/)
  const headers = Object.fromEntries(
    head
      .replace(/\r?\n[ \t]+/g, " ")
      .split(/\r?\n/)
      .map((line) => {
        const colon = line.indexOf(":")
        return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())]
      }),
  ) as Record<string, string>
  const body = parts.join("\n\n")
  const isBase64 = headers["content-transfer-encoding"] === "base64"
  const bytes = isBase64 ? Buffer.from(body, "base64") : Buffer.from(unquote(body), "latin1")
  return { headers, text: bytes.toString().replaceAll("\r\n", "\n"), source }
}

const unquote = (text: string) =>
  text
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** `=?UTF-8?Q?Ab=C3=A9?=` and its Base64 sister. */
function decodeWords(value: string) {
  return value
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([QB])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === "B"
        ? Buffer.from(word, "base64").toString()
        : Buffer.from(unquote(word.replaceAll("_", " ")), "latin1").toString(),
    )
}
