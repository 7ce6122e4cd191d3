import { getViewer } from "#app/accounts/auth/guard.server.ts"
import {
  isRecentlyAuthenticated,
  requireReauthentication,
} from "#app/accounts/auth/reauthentication/reauthentication.server.ts"
import { record } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { redirectTo } from "#app/kit/http/redirects.server.ts"
import { toDay } from "#app/kit/lib/dates.ts"
import { readForm, type SentForm } from "#app/kit/http/forms.server.ts"
import type { Route } from "./+types/export.route"
import { personSchema } from "./personal-data.schema.ts"
import { collectPersonalData } from "./personal-data.server.ts"

const PAGE = "/admin/personal-data"

/**
 * The file itself, once who asks has re-authenticated: a page's action cannot answer with one, and the question before it is a
 * page (`action`).
 */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ context, request }, next) => {
    if (request.method !== "POST" || !(await isRecentlyAuthenticated(getViewer(context)))) return next()
    return sendPersonalData(await readForm(request))
  },
]

export function loader() {
  return redirectTo(PAGE)
}

/** Asks for re-authentication; when the form brings it, the browser is told to send it once more. */
export async function action({ context, request }: Route.ActionArgs) {
  await requireReauthentication(context, await readForm(request))
  return redirectTo(`${PAGE}/export`, 307)
}

/** Never shown. */
export default () => null

/** Everything about an address as a file; asked for by a form, so that the address stands in no log and no history. */
async function sendPersonalData(form: SentForm) {
  const parsed = form.parse(personSchema)
  if (!parsed.ok) return redirectTo(PAGE)
  const found = await collectPersonalData(parsed.value.email)
  await record(db, { action: "export", kind: "personal-data", title: parsed.value.email })
  return new Response(JSON.stringify(found, null, 2), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="donnees-personnelles-${toDay(new Date())}.json"`,
    },
  })
}
