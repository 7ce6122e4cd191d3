import { getViewer, guard } from "#app/accounts/auth/guard.server.ts"
import { respondWithCsv } from "#app/kit/http/csv.server.ts"
import { type FirstDays, listFirstDays, seenBy } from "../episode-figures.server.ts"
import type { Route } from "./+types/episodes-csv.route"

const PER_QUERY = 200

/** Behind the guard, which refuses with a page: React Router draws one only where it knows of a page (below). */
export const middleware: Route.MiddlewareFunction[] = [
  guard("writing"),
  ({ context }) =>
    respondWithCsv<FirstDays>(
      "telechargements-par-episode",
      {
        Titre: ({ title }) => title,
        "Publié le": ({ publishedAt }) => publishedAt,
        "7 jours": ({ first7 }) => first7,
        "30 jours": ({ first30 }) => first30,
        "90 jours": ({ first90 }) => first90,
        "En tout": ({ all }) => all,
      },
      readAll(seenBy(getViewer(context))),
    ),
]

/** Never called, nor shown. */
export const loader = () => null
export default () => null

async function* readAll(which: ReturnType<typeof seenBy>) {
  for (let offset = 0; ; offset += PER_QUERY) {
    const rows = await listFirstDays(which, PER_QUERY, offset)
    yield* rows
    if (rows.length < PER_QUERY) return
  }
}
