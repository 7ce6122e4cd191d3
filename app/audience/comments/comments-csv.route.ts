import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { parseListView } from "#app/content/lists/list-view.ts"
import { record } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { respondWithCsv } from "#app/kit/http/csv.server.ts"
import type { Route } from "./+types/comments-csv.route"
import { nameOf } from "./comment-name.ts"
import { COMMENTS } from "./moderation-list.ts"
import { STATUS_LABELS } from "./moderation.copy.ts"
import { readComments } from "./moderation.server.ts"

/** Behind the guards, which refuse with a page: React Router draws one only where it knows of a page (below). */
export const middleware: Route.MiddlewareFunction[] = [sendComments]

/** Never called, nor shown. */
export const loader = () => null
export default () => null

/** The comments that the list finds, without their authors' addresses: those leave the site with nobody. */
async function sendComments({ url }: { url: URL }) {
  await record(db, { action: "export", kind: "comment" })
  const { name: podcast } = siteSettings().podcast
  return respondWithCsv(
    "commentaires",
    {
      Date: ({ createdAt }) => createdAt,
      Nom: (comment) => nameOf(comment, podcast),
      Commentaire: ({ content }) => content,
      Épisode: ({ episodeTitle }) => episodeTitle,
      État: ({ status }) => (status === "visible" ? "Visible" : STATUS_LABELS[status]),
    },
    readComments(parseListView(url.searchParams, COMMENTS)),
  )
}
