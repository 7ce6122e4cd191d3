import { requireReauthenticatedSession } from "#app/accounts/auth/reauthentication/reauthentication.server.ts"
import { parseListView } from "#app/content/lists/list-view.ts"
import { record } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { respondWithCsv } from "#app/kit/http/csv.server.ts"
import type { Route } from "./+types/messages-csv.route"
import { readMessages } from "./contact.server.ts"
import { MESSAGES } from "./message-list.ts"

/** Behind the guards, which refuse with a page: React Router draws one only where it knows of a page (below). */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ context, url }) => {
    await requireReauthenticatedSession(context, url, MESSAGES.path + url.search)
    return sendMessages(url)
  },
]

/** Never called, nor shown. */
export const loader = () => null
export default () => null

/** The messages that the list finds, with who wrote them. */
async function sendMessages({ searchParams }: URL) {
  await record(db, { action: "export", kind: "message" })
  return respondWithCsv(
    "messages",
    {
      Date: ({ createdAt }) => createdAt,
      Nom: ({ name }) => name,
      Email: ({ email }) => email,
      Sujet: ({ subject }) => subject,
      Message: ({ message }) => message,
      État: ({ isDone }) => (isDone ? "Traité" : "À traiter"),
    },
    readMessages(parseListView(searchParams, MESSAGES)),
  )
}
