import { data, isRouteErrorResponse } from "react-router"
import { getViewer } from "#app/accounts/auth/guard.server.ts"
import { findAnnouncement } from "#app/audience/letters/automatic/announcement.server.ts"
import { senderIn } from "#app/accounts/auth/sender.server.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { ItemPage } from "#app/content/item-page.tsx"
import { loadItem } from "#app/content/load-manager.server.ts"
import { runManager } from "#app/content/run-manager.server.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { LONG_TEXT_BYTES, readForm } from "#app/kit/http/forms.server.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { can } from "#app/kit/lib/rights.ts"
import type { Route } from "./+types/item.route"
import { TypeForm } from "./type-form.tsx"
import { guardType, typeContext } from "./types.server.ts"

/** One module is the page of every item, and of a new one of each type (`/admin/blog/12`, `/admin/blog/new`). */
export const middleware: Route.MiddlewareFunction[] = [guardType]

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const [type, viewer] = [context.get(typeContext), getViewer(context)]
  if (params.id === "new") return { ...(await loadItem(url, type, null, viewer)), letter: undefined }
  const id = parseId(params.id)
  if (id === undefined) throw data({ title: type.words.notFound }, { status: 404 })
  const page = await loadItem(url, type, id, viewer)
  const { row, publication } = page
  const isPublic = Boolean(row?.isPublished) && (publication?.time ?? 0) <= Date.now()
  const isTold = type.letter === "episode" && can(viewer, "letters")
  return { ...page, letter: isTold ? await findAnnouncement(id, isPublic) : undefined }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  return runManager(
    await readForm(request, LONG_TEXT_BYTES),
    url,
    context.get(typeContext),
    senderIn(context),
    "page",
  )
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save"])

export function meta({ matches, loaderData, error }: Route.MetaArgs) {
  const missing = isRouteErrorResponse(error) ? String(error.data?.title) : "Une erreur est survenue"
  return adminMeta(matches, loaderData ? (loaderData.row?.title ?? loaderData.type.new) : missing)
}

export default function TypeItemPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ItemPage key={loaderData.edited?.id ?? "new"} page={loaderData}>
      <TypeForm page={loaderData} place="page" response={actionData} />
    </ItemPage>
  )
}
