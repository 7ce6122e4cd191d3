import { data } from "react-router"
import { requireReauthenticatedSession } from "#app/accounts/auth/reauthentication/reauthentication.server.ts"
import { parseListView } from "#app/content/lists/list-view.ts"
import { record } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { respondWithCsv } from "#app/kit/http/csv.server.ts"
import { toSlug } from "#app/kit/lib/slugs.ts"
import type { Route } from "./+types/csv.route"
import { guardType, typeContext } from "./types.server.ts"

/** Behind the guards, which refuse with a page: React Router draws one only where it knows of a page (below). */
export const middleware: Route.MiddlewareFunction[] = [guardType, sendList]

/** Never called, nor shown. */
export const loader = () => null
export default () => null

/** What a type's list finds, as a table for spreadsheets. */
async function sendList({ context, url }: Pick<Route.LoaderArgs, "context" | "url">) {
  const { kind, words, list, csv, holdsPeople } = context.get(typeContext)
  if (!csv) throw data({ title: "Page non trouvée" }, { status: 404 })
  if (holdsPeople) await requireReauthenticatedSession(context, url, words.path + url.search)
  await record(db, { action: "export", kind })
  return respondWithCsv(
    toSlug(words.nouns[1]),
    csv,
    list.read(parseListView(url.searchParams, list.listing())),
  )
}
