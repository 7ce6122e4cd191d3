import { redirectTo } from "#app/http/redirects.server.ts"
import { toDay } from "#app/lib/dates.ts"
import { readForm } from "#app/http/forms.server.ts"
import type { Route } from "./+types/export.route"
import { personSchema } from "./personal-data.schema.ts"
import { collectPersonalData } from "./personal-data.server.ts"

const PAGE = "/admin/personal-data"

export function loader() {
  return redirectTo(PAGE)
}

/** Everything about an address as a file; asked for by a form, so that the address stands in no log and no history. */
export async function action({ request }: Route.ActionArgs) {
  const parsed = (await readForm(request)).parse(personSchema)
  if (!parsed.ok) return redirectTo(PAGE)
  const found = await collectPersonalData(parsed.value.email)
  return new Response(JSON.stringify(found, null, 2), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="donnees-personnelles-${toDay(new Date())}.json"`,
    },
  })
}
