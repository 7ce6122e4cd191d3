import { getViewer, guard, refuse } from "#app/accounts/auth/guard.server.ts"
import { data } from "react-router"
import { adminMeta } from "#app/content/admin-meta.ts"
import { parseListView } from "#app/content/lists/list-view.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { formatLongTime, formatMoment } from "#app/kit/lib/dates.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import type { Route } from "./+types/medium.route"
import { factsOf } from "../file-facts.ts"
import { askAboutMedia, changeMedium } from "./library-actions.server.ts"
import { mediaOf } from "./library.server.ts"
import { MediumPage } from "./medium-page.tsx"
import { findMedium } from "./medium.server.ts"
import { mediaType } from "./type.server.ts"

export const middleware: Route.MiddlewareFunction[] = [guard("writing"), refuseOthers]

/** Others' media are opened by who may write everywhere. */
async function refuseOthers(
  { context, params, request }: Parameters<Route.MiddlewareFunction>[0],
  next: () => Promise<Response>,
) {
  const [id, viewer] = [parseId(params.id) ?? 0, getViewer(context)]
  if ((await mediaOf(viewer).rows.mine([id])).length === 0 && (await mediaType.list.one(id)))
    throw await refuse(request, viewer, "writing-all")
  return next()
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const [found, question] = await Promise.all([
    findMedium(parseId(params.id) ?? 0),
    askAboutMedia(url, mediaOf(getViewer(context)).rows),
  ])
  if (!found) throw data({ title: mediaType.words.notFound }, { status: 404 })
  const { createdAt, updatedAt, createdBy: _creator, ...medium } = found
  return {
    medium: {
      ...medium,
      facts: factsOf(found),
      sentOn: formatLongTime(createdAt),
      savedAt: formatMoment(updatedAt, new Date()),
    },
    view: parseListView(url.searchParams, mediaType.list.listing()),
    question,
  }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  return changeMedium(context, await readForm(request), url)
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save", "replace"])

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return adminMeta(matches, loaderData?.medium.title ?? "Médiathèque")
}

export default function Medium({ loaderData, actionData }: Route.ComponentProps) {
  return <MediumPage key={loaderData.medium.id} {...loaderData} response={actionData} />
}
