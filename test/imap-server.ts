import { createServer, type Socket } from "node:net"

/** A mail in the mailbox. */
export type StoredMail = { uid: number; source: string; seen: boolean; at: Date }

type Answers = Map<string, string>
type Folders = Map<string, StoredMail[]>
type Server = {
  folders: Folders
  answers: Answers
  seen: string[]
  state: { uidValidity: number }
  password: string
}

/**
 * An IMAP server for tests (RFC 3501, as far as a mailbox is read).
 *
 * @returns its folders with their mails, all commands that it has heard, and `answers`: what it says to a command instead of what
 *   it should (« LOGIN », « SELECT », « UID FETCH »), or that it hangs up (`drop`), or says nothing (`silence`)
 */
export async function startImapServer({ password = "secret" } = {}) {
  const server: Server = {
    folders: new Map([["INBOX", []]]),
    answers: new Map(),
    seen: [],
    state: { uidValidity: 1 },
    password,
  }
  const sockets = new Set<Socket>()
  const listening = createServer((socket) => {
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket))
    socket.on("error", () => {})
    serve(socket, server)
  })
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve))
  const address = listening.address()
  if (address === null || typeof address === "string") throw new Error("not listening")
  let lastUid = 0
  return {
    ...server,
    port: address.port,
    inbox: () => folder(server, "INBOX"),
    /** Puts a mail into the mailbox. @returns its number */
    put(source: string, { at = new Date(), uid = lastUid + 1 } = {}) {
      lastUid = uid
      folder(server, "INBOX").push({ uid, source, seen: false, at })
      return uid
    },
    /** The connections there are now. */
    connections: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => listening.close(resolve))
    },
  }
}

export type ImapServer = Awaited<ReturnType<typeof startImapServer>>

const folder = ({ folders }: Server, name: string) => folders.get(name) ?? []

function serve(socket: Socket, server: Server) {
  let buffer = ""
  /** Of a command that goes on after a literal, or several. */
  let begun = ""
  let isInvited = false
  let selected = ""
  const tell = (line: string) => socket.write(`${line}\r\n`, "latin1")
  tell("* OK [CAPABILITY IMAP4rev1 MOVE UIDPLUS] ready")
  socket.on("data", (chunk) => {
    buffer += chunk.toString("latin1")
    for (let end = buffer.indexOf("\r\n"); end >= 0; end = buffer.indexOf("\r\n")) {
      const line = begun + buffer.slice(0, end)
      const length = Number(/\{(\d+)\+?\}$/.exec(line)?.[1] ?? -1)
      if (length >= 0) {
        if (!line.endsWith("+}") && !isInvited) tell("+ go on")
        isInvited = true
        if (buffer.length < end + 2 + length) return
        const text = buffer.slice(end + 2, end + 2 + length)
        begun = line.replace(/\{\d+\+?\}$/, () => `"${text}"`)
        buffer = buffer.slice(end + 2 + length)
        isInvited = false
        continue
      }
      const [tag = "", ...words] = line.split(" ")
      buffer = buffer.slice(end + 2)
      begun = ""
      const command = /^uid$/i.test(words[0] ?? "") ? words.splice(0, 2).join(" ") : (words.shift() ?? "")
      const name = command.toUpperCase()
      const rest = words.join(" ")
      server.seen.push(name === "LOGIN" ? name : `${name} ${rest}`.trim())
      const answer = server.answers.get(name)
      if (answer === "drop") return socket.destroy()
      if (answer === "silence") continue
      if (answer !== undefined) {
        tell(`${tag} ${answer}`)
        continue
      }
      if (name === "SELECT" || name === "EXAMINE") selected = unquote(rest)
      tell(`${tag} ${respond(server, name, rest, selected, tell)}`)
      if (name === "LOGOUT") socket.end()
    }
  })
}

function respond(server: Server, name: string, rest: string, selected: string, tell: (line: string) => void) {
  const mails = folder(server, selected)
  switch (name) {
    case "LOGIN":
      return unquote(rest.slice(rest.indexOf(" ") + 1)) === Buffer.from(server.password).toString("latin1")
        ? "OK welcome"
        : "NO [AUTHENTICATIONFAILED] Invalid credentials"
    case "CAPABILITY":
      tell("* CAPABILITY IMAP4rev1 MOVE UIDPLUS")
      return "OK done"
    case "LIST":
    case "LSUB": {
      const asked = unquote(rest.slice(rest.indexOf(" ") + 1))
      for (const known of server.folders.keys())
        if (asked === known || asked === "*") tell(`* ${name} () "/" "${known}"`)
      return "OK done"
    }
    case "SELECT":
    case "EXAMINE":
      if (!server.folders.has(selected)) return "NO [NONEXISTENT] No such mailbox"
      tell("* FLAGS (\\Seen \\Deleted)")
      tell(`* ${mails.length} EXISTS`)
      tell(`* OK [UIDVALIDITY ${server.state.uidValidity}] valid`)
      tell(`* OK [UIDNEXT ${(mails.at(-1)?.uid ?? 0) + 1}] next`)
      return "OK [READ-WRITE] selected"
    case "STATUS":
      if (!server.folders.has(unquote(rest.slice(0, rest.indexOf(" (")))))
        return "NO [NONEXISTENT] No such mailbox"
      tell(`* STATUS ${rest.slice(0, rest.indexOf(" ("))} (MESSAGES 0)`)
      return "OK done"
    case "UID SEARCH":
      tell(`* SEARCH ${search(mails, rest).join(" ")}`.trim())
      return "OK done"
    case "UID FETCH":
      for (const [index, mail] of mails.entries())
        if (has(rest, mail.uid)) tell(`* ${index + 1} FETCH (UID ${mail.uid} ${fetched(mail, rest)})`)
      return "OK done"
    case "UID STORE":
      for (const mail of mails) if (has(rest, mail.uid)) mail.seen = true
      return "OK done"
    case "UID MOVE": {
      const target = server.folders.get(unquote(rest.slice(rest.indexOf(" ") + 1)))
      if (!target) return "NO [TRYCREATE] No such mailbox"
      for (const mail of mails.filter(({ uid }) => has(rest, uid))) {
        tell(`* ${mails.indexOf(mail) + 1} EXPUNGE`)
        mails.splice(mails.indexOf(mail), 1)
        target.push(mail)
      }
      return "OK moved"
    }
    case "LOGOUT":
      tell("* BYE see you")
      return "OK done"
    default:
      return "OK done"
  }
}

/** `UID 4:*` or `SINCE 16-Nov-2026`; the last mail is in `n:*` whatever `n` is (RFC 3501, 6.4.8). */
function search(mails: StoredMail[], criteria: string) {
  const from = /UID (\d+):\*/.exec(criteria)?.[1]
  if (from !== undefined) {
    const last = mails.at(-1)?.uid
    return mails.map(({ uid }) => uid).filter((uid) => uid >= Number(from) || uid === last)
  }
  const since = Date.parse(`${/SINCE (\S+)/.exec(criteria)?.[1]} UTC`)
  return mails.filter(({ at }) => at.getTime() >= since).map(({ uid }) => uid)
}

function has(rest: string, uid: number) {
  return (rest.split(" ", 1)[0] ?? "").split(",").some((part) => {
    const [first = "", last = first] = part.split(":")
    return uid >= Number(first) && uid <= Number(last)
  })
}

function fetched({ source }: StoredMail, query: string) {
  const fields = /BODY\.PEEK\[HEADER\.FIELDS \(([^)]*)\)\]/i.exec(query)?.[1]
  if (fields !== undefined) {
    const wanted = fields.toLowerCase().replaceAll('"', "").split(" ")
    const head = `${source.split("\r\n\r\n", 1)[0]}\r\n`
    const lines = head.match(/^[^\s:]+:.*\r\n(?:[ \t].*\r\n)*/gm) ?? []
    const kept = lines.filter((line) => wanted.includes(line.split(":", 1)[0]?.toLowerCase() ?? ""))
    return `BODY[HEADER.FIELDS (${fields})] ${literal(`${kept.join("")}\r\n`)}`
  }
  const length = Number(/BODY\.PEEK\[\]<0\.(\d+)>/i.exec(query)?.[1] ?? Infinity)
  return `BODY[]<0> ${literal(source.slice(0, length))}`
}

const literal = (text: string) => `{${Buffer.byteLength(text, "latin1")}}\r\n${text}`

function unquote(word: string) {
  return word
    .trim()
    .replace(/^"(.*)"$/, "$1")
    .replaceAll(/\\(.)/g, "$1")
}
