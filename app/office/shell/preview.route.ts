import { guard } from "#app/accounts/auth/guard.server.ts"
import { data } from "react-router"
import { illustrated } from "#app/content/illustrated.server.ts"
import { LONG_TEXT_BYTES, readForm } from "#app/kit/http/forms.server.ts"
import { renderMarkdown } from "#app/kit/lib/markdown.server.ts"
import { withPlayers } from "#app/podcast/embeds/players-in-text.server.ts"
import type { Route } from "./+types/preview.route"

export const middleware: Route.MiddlewareFunction[] = [guard("writing", "letters")]

/** The real rendering of a text that is being written: field `markdown` in, `{ html }` out. */
export async function action({ request }: Route.ActionArgs) {
  const { values } = await readForm(request, LONG_TEXT_BYTES)
  return data({ html: await withPlayers(await illustrated(await renderMarkdown(values.markdown ?? ""))) })
}
