import { randomUUID } from "node:crypto"
import { human, isAcknowledged, visit } from "./visitor.ts"

export type Kind = (typeof KINDS)[number]
export const KINDS = ["comment", "like", "view", "newsletter", "message", "episode"] as const

/** By kind the tokens of what was sent: all of it, and what was acknowledged. */
export type Ledger = Record<Kind, { sent: string[]; acknowledged: string[] }>

export function newLedger(): Ledger {
  const entry = () => ({ sent: [], acknowledged: [] })
  return {
    comment: entry(),
    like: entry(),
    view: entry(),
    newsletter: entry(),
    message: entry(),
    episode: entry(),
  }
}

/** What one write of a kind sends; the token tells it from all others. */
const WRITES: Record<Kind, (token: string) => [path: string, fields: Record<string, string>]> = {
  comment: (token) => [
    "/episodes/1",
    { ...human(), intent: "comment", name: "Awa", email: mailbox(token), content: `Commentaire ${token}` },
  ],
  like: (token) => ["/episodes/1/like", { session: `session_1_${token}`, intent: "like" }],
  view: (token) => ["/episodes/2/view", { session: `session_1_${token}` }],
  newsletter: (token) => ["/newsletter", { ...human(), email: mailbox(token) }],
  message: (token) => [
    "/contact",
    { ...human(), name: "Awa", email: mailbox(token), subject: token, message: "Un message assez long." },
  ],
  episode: (token) => ["/admin/episodes", { intent: "save", title: `Épisode ${token}`, guest: "Awa" }],
}

const mailbox = (token: string) => `${token}@cko.test`

/** Sends one write, and enters it. @param more fields that stand in for the usual ones @returns the answer; what the connection met is thrown on */
export async function write(url: string, kind: Kind, ledger: Ledger, cookie: string, more = {}) {
  const token = randomUUID().slice(0, 13)
  const [path, typed] = WRITES[kind](token)
  const fields = { ...typed, ...more }
  ledger[kind].sent.push(token)
  const response = await visit(url + path, { fields, cookie: kind === "episode" ? cookie : "" })
  if (isAcknowledged(response)) ledger[kind].acknowledged.push(token)
  return response
}

/** Writes of every kind without pause, until told to stop or the site is gone. */
export function startWriting(url: string, ledger: Ledger, cookie: string) {
  let isOver = false
  const loops = KINDS.map(async (kind) => {
    while (!isOver) {
      const response = await write(url, kind, ledger, cookie).catch(() => undefined)
      // Killed in the middle: nobody said that it was kept.
      if (!response) return
      if (response.status >= 400)
        throw new Error(`${kind}: ${response.status} ${response.text.slice(0, 200)}`)
    }
  })
  return {
    async stop() {
      isOver = true
      await Promise.all(loops)
    },
  }
}
