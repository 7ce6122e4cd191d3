import type { ActionFunctionArgs } from "react-router"
import { getViewer } from "#app/accounts/auth/guard.server.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { redirectTo } from "#app/kit/http/redirects.server.ts"
import { respondToastFailure } from "#app/kit/http/responses.server.ts"
import { filesSchema } from "./imports.schema.ts"
import { beginImport, MAX_FILES } from "./imports.server.ts"
import { typedSite } from "./site-identity.ts"

/** `POST uploads=…`, a line each, `site=…` where they are from: lets files that were sent be read as one import, and leads to its page. */
export async function action({ context, request }: ActionFunctionArgs) {
  const parsed = (await readForm(request)).parse(filesSchema)
  const ids = parsed.ok ? parsed.value.uploads.split("\n").map((line) => line.trim()) : []
  const site = parsed.ok ? typedSite(parsed.value.site) : ""
  const id = ids.length <= MAX_FILES ? await beginImport(getViewer(context).id, ids, site) : undefined
  if (id === undefined) return respondToastFailure(GONE, 400)
  return redirectTo(`/admin/import/${id}`, 303)
}

const GONE = "Ces fichiers ne sont plus là, ou ne sont pas arrivés en entier\u00a0: envoyez-les de nouveau."
