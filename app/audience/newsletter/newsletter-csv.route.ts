import { inArray } from "drizzle-orm"
import { requireReauthenticatedSession } from "#app/accounts/auth/reauthentication/reauthentication.server.ts"
import { chosenRows } from "#app/content/lists/chosen.schema.ts"
import { parseListView } from "#app/content/lists/list-view.ts"
import { record } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { newsletterSubscribers } from "#app/db/schema/visitors.server.ts"
import { respondWithCsv } from "#app/kit/http/csv.server.ts"
import { LETTER_TOPICS } from "#app/kit/lib/letters.ts"
import type { Route } from "./+types/newsletter-csv.route"
import { loadLinks } from "./newsletter-links.server.ts"
import { readSubscribers } from "./newsletter.server.ts"
import { TOPIC_LABELS } from "./newsletter.copy.ts"
import { SUBSCRIBERS } from "./subscriber-list.ts"
import { STATE_LABELS } from "./subscriber-state.ts"

/** Behind the guards, which refuse with a page: React Router draws one only where it knows of a page (below). */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ context, url }) => {
    await requireReauthenticatedSession(context, url, SUBSCRIBERS.path + url.search)
    return sendSubscribers(url)
  },
]

/** Never called, nor shown. */
export const loader = () => null
export default () => null

/** The subscribers that the list finds, or those that were ticked, with their links: whatever other tool sends something can carry them. */
async function sendSubscribers({ searchParams }: URL) {
  await record(db, { action: "export", kind: "subscriber" })
  const chosen = chosenRows.safeParse({ ids: searchParams.get("ids") })
  // What chooses nobody is no wish for all.
  const ids = searchParams.has("ids") ? (chosen.data?.ids ?? []) : undefined
  const links = await loadLinks()
  return respondWithCsv(
    "newsletter",
    {
      Nom: ({ name }) => name,
      Email: ({ email }) => email,
      "Date d’inscription": ({ createdAt }) => createdAt,
      État: ({ state }) => STATE_LABELS[state],
      Thèmes: ({ topics }) =>
        LETTER_TOPICS.filter((topic) => topics.includes(topic))
          .map((topic) => TOPIC_LABELS[topic])
          .join(", "),
      "Lien des préférences": ({ id }) => links.toPreferences(id),
      "Lien de désabonnement": ({ id }) => links.toUnsubscribe(id),
    },
    readSubscribers(parseListView(searchParams, SUBSCRIBERS), ids && inArray(newsletterSubscribers.id, ids)),
  )
}
