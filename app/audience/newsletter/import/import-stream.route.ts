import type { ActionFunctionArgs } from "react-router"
import { data } from "react-router"
import { log } from "#app/kit/lib/log.server.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { type ListAnswer, readList } from "./read-list.server.ts"

/**
 * `POST ?name=…` with the list as body: read as it comes, and kept until the host says what is to become of it. With `&to=`, it is
 * one more file of the list with that number.
 */
export async function action({ request, url }: ActionFunctionArgs) {
  const headers = { "Cache-Control": "private, no-store" }
  try {
    const body = request.body ?? new Blob([]).stream()
    const to = url.searchParams.get("to")
    const answer: ListAnswer = await readList(
      body,
      url.searchParams.get("name") ?? "",
      to === null ? undefined : (parseId(to) ?? 0),
    )
    return Response.json(answer, { headers, status: "problem" in answer ? 400 : 200 })
  } catch (error) {
    if (request.signal.aborted) throw data("aborted", { status: 400 })
    log.error(error, "list of subscribers not read")
    const answer: ListAnswer = { problem: "Impossible de lire ce fichier. Réessayez dans un instant." }
    return Response.json(answer, { headers, status: 500 })
  }
}
