import type { ActionFunctionArgs } from "react-router"
import { data } from "react-router"
import { log } from "#app/kit/lib/log.server.ts"
import { hostSchema } from "./import.schema.ts"
import { type FiguresAnswer, previewFigures, takeFigures } from "./preview.server.ts"

/** `POST ?name=…` with the table as body: what it would bring along, or, with `&import`, brings. */
export async function action({ request, url }: ActionFunctionArgs) {
  const headers = { "Cache-Control": "private, no-store" }
  const respond = (answer: FiguresAnswer, status = 200) => Response.json(answer, { headers, status })
  const host = hostSchema.safeParse({ name: url.searchParams.get("name") ?? "" })
  if (!host.success) return respond({ problem: host.error.issues[0]?.message ?? "" }, 400)
  const take = url.searchParams.has("import") ? takeFigures : previewFigures
  try {
    const answer = await take(host.data.name, request.body ?? new Blob([]).stream())
    return respond(answer, "problem" in answer ? 400 : 200)
  } catch (error) {
    if (request.signal.aborted) throw data("aborted", { status: 400 })
    log.error(error, "figures of another host not taken")
    return respond({ problem: "Impossible de lire ce tableau. Réessayez dans un instant." }, 500)
  }
}
