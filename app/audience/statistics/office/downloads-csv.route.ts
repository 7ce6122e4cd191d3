import { guard } from "#app/accounts/auth/guard.server.ts"
import { respondWithCsv } from "#app/kit/http/csv.server.ts"
import { parsePeriod } from "../../newsletter/growth/periods.ts"
import { listSteps, type Step } from "../figures.server.ts"
import type { Route } from "./+types/downloads-csv.route"

/** Behind the guard, which refuses with a page: React Router draws one only where it knows of a page (below). */
export const middleware: Route.MiddlewareFunction[] = [
  guard("writing-all"),
  async ({ url }) => {
    const steps = await listSteps("downloads", parsePeriod(url.searchParams.get("par")))
    return respondWithCsv<Step>(
      "telechargements",
      { Début: ({ start }) => start, Téléchargements: ({ count }) => count },
      toAsync(steps),
    )
  },
]

/** Never called, nor shown. */
export const loader = () => null
export default () => null

async function* toAsync(steps: Step[]) {
  yield* steps
}
