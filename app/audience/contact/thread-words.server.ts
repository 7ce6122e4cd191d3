import { formatLongTime } from "#app/kit/lib/dates.ts"
import { describeMailing, type listReplies } from "./message-replies.server.ts"

/** What the team replied, and what became of it, in words. */
export type ThreadReply = {
  id: string
  text: string
  writer: string | null
  createdOn: string
  state: string
  isProblem: boolean
  canResend: boolean
}

type Reply = Awaited<ReturnType<typeof listReplies>>[number]

/** Replies as the page says them, by their message. */
export function describeThreads(replies: Reply[]) {
  const { sendsMail } = describeMailing()
  const described = replies.map((reply) => ({ messageId: reply.messageId, ...describe(reply, sendsMail) }))
  return Map.groupBy(described, ({ messageId }) => messageId)
}

function describe(reply: Reply, sendsMail: boolean): ThreadReply {
  const { id, text, writer, createdAt, state, endedAt, failure, dueAt } = reply
  const at = (time: Date | null) => (time ? formatLongTime(time) : "")
  const reason = failure ? ` (${failure})` : ""
  const words: Record<Reply["state"], string> = {
    sent: `Envoyée le ${at(endedAt)}`,
    outbox: `Écrite dans la boîte d’envoi du serveur le ${at(endedAt)} : elle n’est pas partie`,
    failed: `Non envoyée : le serveur de messagerie l’a refusée${reason}`,
    waiting: "Envoi en cours",
    delayed: `Pas encore prise par le serveur de messagerie${reason} : nouvel essai le ${at(dueAt)}`,
    lost: "Envoi interrompu",
  }
  return {
    id,
    text,
    writer,
    createdOn: formatLongTime(createdAt),
    state: words[state],
    isProblem: state !== "sent" && state !== "waiting",
    canResend: state === "failed" || state === "lost" || (state === "outbox" && sendsMail),
  }
}
