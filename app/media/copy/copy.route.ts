import { getViewer, guard } from "#app/accounts/auth/guard.server.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import type { Route } from "./+types/copy.route"
import { mediaOf } from "../library/library.server.ts"
import { copySchema } from "./copy.schema.ts"
import type { CopyAnswer } from "./copy-into-library.ts"
import { copyMedium, findCopy } from "./copy-medium.server.ts"

export const middleware: Route.MiddlewareFunction[] = [guard("writing", "letters")]

/** `GET ?id=12`: how far the media worker is with what was copied. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const [id] = await mediaOf(getViewer(context)).rows.mine([parseId(url.searchParams.get("id") ?? "") ?? 0])
  return answer(await findCopy(id ?? 0))
}

/** Takes what lies at the form's `address` into the library; with `isPicture` only if it is one. */
export async function action({ context, request }: Route.ActionArgs) {
  const parsed = (await readForm(request)).parse(copySchema)
  if (!parsed.ok) return refuse(parsed.errors.address ?? "Adresse invalide", 400)
  const { address, isPicture } = parsed.value
  const copied = await copyMedium(address, getViewer(context).id, { isPicture })
  if ("failure" in copied) return refuse(copied.failure, 422)
  return answer(await findCopy(copied.mediumId))
}

function answer(copy: Awaited<ReturnType<typeof findCopy>>) {
  return copy ? Response.json(copy satisfies CopyAnswer) : refuse("Ce média n’existe plus.", 404)
}

function refuse(failure: string, status: number) {
  return Response.json({ state: "failed", failure } satisfies CopyAnswer, { status })
}
