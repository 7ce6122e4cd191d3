import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { type Kind, KINDS, type Ledger } from "./writers.ts"

type Query = (statement: string) => Promise<Record<string, unknown>[]>

/**
 * Holds what is in the database against what was acknowledged.
 *
 * @param delivered whom mails went out to (`readOutbox`); the others wait in the database
 * @returns by kind what was lost, and what is there by half; prints both
 */
export async function compare(ledger: Ledger, query: Query, delivered: () => Promise<string[]>) {
  const column = async (statement: string) => (await query(statement)).map((row) => String(row.value))
  const [comments, likes, messages, episodes, subscribers, queued] = await Promise.all([
    column("select substr(content, 13) as value from comments"),
    column("select substr(session_id, 11) as value from likes"),
    column("select subject as value from contact_messages"),
    column("select substr(title, 9) as value from episodes"),
    column("select split_part(email, '@', 1) as value from newsletter_subscribers"),
    column("select split_part(recipient, '@', 1) as value from mails"),
  ])
  const [views] = await column("select views as value from episode_counts where episode_id = 2")
  // Afterwards: what leaves the one is in the other.
  const mailed = new Set([...queued, ...(await delivered())])

  const missing = (kind: Kind, there: Iterable<string>) => {
    const known = new Set(there)
    return ledger[kind].acknowledged.filter((token) => !known.has(token))
  }
  const lost: Record<Kind, number> = {
    comment: missing("comment", comments).length,
    like: missing("like", likes).length,
    view: Math.max(0, ledger.view.acknowledged.length - Number(views)),
    newsletter: missing("newsletter", mailed).length,
    message: missing("message", messages).length,
    episode: missing("episode", episodes).length,
  }
  const subscribed = new Set(subscribers)
  const commented = new Set(comments)
  const halves = [
    ...comments
      .filter((token) => !subscribed.has(token))
      .map((token) => `comment without subscription ${token}`),
    ...subscribers
      .filter((token) => !commented.has(token))
      .map((token) => `subscription without comment ${token}`),
    ...subscribers.filter((token) => !mailed.has(token)).map((token) => `subscription without mail ${token}`),
  ]
  for (const kind of KINDS) {
    const { sent, acknowledged } = ledger[kind]
    console.log(`  ${kind}: ${sent.length} sent, ${acknowledged.length} acknowledged, ${lost[kind]} lost`)
  }
  return { lost, halves, views: Number(views) }
}

/** Whom the mails in the outbox are for. */
export async function readOutbox(dataDir: string) {
  const folder = join(dataDir, "outbox")
  const names = await readdir(folder).catch(() => [])
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), "latin1")))
  return mails.flatMap((mail) => /^To: .*?([\w-]+)@cko\.test/m.exec(mail)?.[1] ?? [])
}
