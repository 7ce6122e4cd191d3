import { asc, eq, inArray } from "drizzle-orm"
import { countAttempts, type RateLimit, waitingText } from "#app/base/limits/rate-limits.server.ts"
import { db } from "#app/db/client.server.ts"
import { users } from "#app/db/schema/accounts.server.ts"
import { letters } from "#app/db/schema/letters.server.ts"
import { respondToastFailure, respondWithToast } from "#app/kit/http/responses.server.ts"
import { sendTestLetter } from "../sending/test-letter.server.ts"

const RATE_LIMITS: RateLimit[] = [
  { name: "letter-test-minutes", points: 10, seconds: 600 },
  { name: "letter-test-day", points: 60, seconds: 86_400 },
]
const MAX_TEAM = 100

/** The addresses of those who work here, to which a letter may be tried. @param own comes first */
export async function listTeam(own: string) {
  const found = await db
    .select({ email: users.email })
    .from(users)
    .where(inArray(users.role, ["admin", "moderator"]))
    .orderBy(asc(users.email))
    .limit(MAX_TEAM)
  return [own, ...found.map(({ email }) => email).filter((email) => email !== own)]
}

/** Sends a letter as it is saved to one of the team, a few times an hour, and says what came of it. */
export async function sendTest(id: number, to: string, viewer: { id: string; email: string }) {
  const [letter] = await db.select().from(letters).where(eq(letters.id, id))
  if (!letter) return respondToastFailure("Cette lettre n’existe plus", 404)
  const address = to || viewer.email
  if (!(await listTeam(viewer.email)).includes(address))
    return respondToastFailure("L’essai ne part que vers une adresse de l’équipe", 400)
  const wait = await countAttempts(RATE_LIMITS, viewer.id)
  if (wait > 0) return respondToastFailure(waitingText(wait), 429)
  const sent = await sendTestLetter(letter, address)
  if (sent.outcome === "failed") return respondWithToast("L’essai n’est pas parti", sent.why, 502)
  if (sent.outcome === "outbox")
    return respondWithToast(
      "Essai écrit dans un fichier",
      `Aucun serveur d’e-mails n’est réglé\u00a0: ${sent.file}`,
    )
  return respondWithToast("Essai envoyé", `À ${address}. Regardez aussi parmi les indésirables.`)
}
