import { data } from "react-router"
import { PAGE_NAMES } from "#app/base/settings/definitions/navigation.server.ts"
import { requireReauthentication } from "#app/accounts/auth/reauthentication/reauthentication.server.ts"
import {
  answerGroup,
  groupIntents,
  inRows,
  loadGroup,
  MAX_FIELDS,
} from "#app/base/settings/group-page.server.ts"
import { GroupPage } from "#app/base/settings/group-page.tsx"
import { groupAt, GROUPS, reachOf } from "#app/base/settings/groups.ts"
import { NeutralOffer } from "#app/base/settings/neutral-offer.tsx"
import { SitePages } from "#app/base/settings/page-field.tsx"
import { adminMeta } from "#app/content/admin-meta.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { LONG_TEXT_BYTES, readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { respondInvalid } from "#app/kit/http/responses.server.ts"
import { completeRecommended } from "#app/podcast/feed-out/recommended.server.ts"
import { listPageAddresses } from "#app/writing/pages/pages.server.ts"
import type { Route } from "./+types/manage-group.route"

/** Those of custom pages that a menu's entry is chosen from; further ones are typed. */
const MAX_PAGES = 200

export async function loader({ url }: Route.LoaderArgs) {
  const group = knownGroup(url)
  const [{ data: page, init }, { value: pages }] = await Promise.all([
    loadGroup(group),
    group === "navigation" ? loadOr(listPages(), []) : { value: [] },
  ])
  return data({ ...page, pages }, init ?? {})
}

async function listPages() {
  const fixed = Object.entries(PAGE_NAMES).map(([value, label]) => ({ value, label }))
  return [...fixed, ...(await listPageAddresses(MAX_PAGES))]
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const group = knownGroup(url)
  const form = await readForm(request, LONG_TEXT_BYTES, MAX_FIELDS)
  const asked = parseIntent(form, groupIntents(group))
  if (reachOf(group)) await requireReauthentication(context, form)
  if (asked.intent === "save" && asked.ok && Array.isArray(asked.value.recommended)) {
    const { rows, errors } = await completeRecommended(asked.value.recommended)
    if (Object.keys(errors).length > 0) return respondInvalid({ errors, values: inRows(group, form.values) })
    asked.value.recommended = rows
  }
  return answerGroup(group, form.values, asked)
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save"])

export function meta({ matches, location }: Route.MetaArgs) {
  const group = groupAt(location.pathname)
  return adminMeta(matches, group ? GROUPS[group].title : "Réglages")
}

export default function ManageGroup({ loaderData, actionData }: Route.ComponentProps) {
  const { offersNeutral, pages, ...page } = loaderData
  return (
    <SitePages value={pages}>
      <GroupPage key={page.group} {...page} response={actionData ?? undefined}>
        {offersNeutral && <NeutralOffer />}
      </GroupPage>
    </SitePages>
  )
}

/** One module is the page of many groups, each with an address of its own (routes.ts). */
function knownGroup({ pathname }: URL) {
  const group = groupAt(pathname.replace(/\/+$/, ""))
  if (!group) throw data({ title: "Réglages non trouvés" }, { status: 404 })
  return group
}
