import { guard } from "#app/accounts/auth/guard.server.ts"
import { data } from "react-router"
import { LONG_TEXT_BYTES, readForm } from "#app/kit/http/forms.server.ts"
import { openRichText } from "#app/kit/lib/rich-text/rich-text.server.ts"
import type { Route } from "./+types/rich-text.route"

export const middleware: Route.MiddlewareFunction[] = [guard("writing", "letters")]

/** A text as the editor takes it: field `markdown` in, `{ doc }` out. */
export async function action({ request }: Route.ActionArgs) {
  const { values } = await readForm(request, LONG_TEXT_BYTES)
  const doc = await openRichText(values.markdown ?? "")
  return data({ doc }, { status: doc ? 200 : 503 })
}
