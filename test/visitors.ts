import { db } from "#app/db/client.server.ts"
import { comments } from "#app/db/schema/visitors.server.ts"
import { emptyTables } from "./database.ts"
import { createEpisode } from "./factories.ts"
import { readPage, sendForm } from "./people.ts"

let count = 0

/** Another visitor's IP address at each call: limits are counted by it. */
export function newAddress() {
  count += 1
  return `198.51.${count >> 8}.${count & 255}`
}

/** What every form of visitors carries beside what is typed: opened a minute ago, and the trap left empty. */
export const honeypotFields = () => ({ opened: String(Date.now() - 60_000), website: "" })

/** Posts a visitor's form as a person would. */
export function sendVisitorForm(path: string, fields: Record<string, string>, address = newAddress()) {
  return sendForm(path, { ...honeypotFields(), ...fields }, { "X-Forwarded-For": address })
}

/** What a signed key of a mail's link may become on its way. */
export function brokenKeys(key: string) {
  const [payload = "", signature = ""] = key.split(".")
  const cut = [payload, `${payload}.`, `${payload}.${signature.slice(1)}`, `.${signature}`]
  return ["", "abc", ".", "%00", "%", ...cut, "a".repeat(5_000)]
}

/** What a visitor types to comment. */
export const COMMENT = {
  intent: "comment",
  name: "Maïmouna",
  email: "maimouna@cko.test",
  content: "Quelle conversation, merci à vous deux.",
}

/** The form for comments of an episode's page. */
export const commentForm = async (response: Response) =>
  (await readPage(response)).get("form", { "aria-labelledby": "commenter" })

/** Comments on an episode as a person would. */
export function sendComment(episodeId: number, fields: Record<string, string> = {}, address?: string) {
  return sendVisitorForm(`/episodes/${episodeId}`, { ...COMMENT, ...fields }, address)
}

/** Two episodes that nobody wrote to. */
export async function emptyDiscussions() {
  await emptyTables(
    "episode_counts",
    ...["episodes", "feed_items", "comments", "likes", "blocks", "newsletter_subscribers", "mails"],
  )
  await createEpisode({ title: "Le poids des mots" })
  await createEpisode({ title: "La cloche" })
}

/** A visible comment of an hour ago, unless told otherwise. */
export async function createComment(episodeId: number, values: Partial<typeof comments.$inferInsert> = {}) {
  count += 1
  const [comment] = await db
    .insert(comments)
    .values({
      episodeId,
      authorName: `Personne ${count}`,
      authorEmail: `personne-${count}@secret.test`,
      content: `Commentaire d’essai ${count}`,
      createdAt: new Date(Date.now() - 3_600_000),
      ...values,
    })
    .returning()
  if (!comment) throw new Error("nothing was inserted")
  return comment
}

/** What requests say that another site's page sends. */
export const FOREIGN: Record<string, string>[] = [
  { Origin: "https://evil.example" },
  { "Sec-Fetch-Site": "cross-site" },
]

/** What forms hold that machines send. */
export const botFields = (): Record<string, string>[] => [
  { website: "x" },
  { opened: "" },
  { opened: String(Date.now()) },
]
