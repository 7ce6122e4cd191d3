import { data, isRouteErrorResponse } from "react-router"
import { getViewer } from "#app/accounts/auth/guard.server.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { ItemPage } from "#app/content/item-page.tsx"
import { loadItem, runManager } from "#app/content/manager.server.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import type { Route } from "./+types/item.route"
import { TypeForm } from "./type-form.tsx"
import { senderIn } from "./sender.server.ts"
import { guardType, typeFor } from "./types.server.ts"

/** One module is the page of every item, and of a new one of each type (`/admin/blog/12`, `/admin/blog/new`). */
export const middleware: Route.MiddlewareFunction[] = [guardType]

export function loader({ context, params, url }: Route.LoaderArgs) {
  const [type, viewer] = [typeFor(context, url), getViewer(context)]
  if (params.id === "new") return loadItem(url, type, null, viewer)
  const id = parseId(params.id)
  if (id === undefined) throw data({ title: type.words.notFound }, { status: 404 })
  return loadItem(url, type, id, viewer)
}

export function action({ context, request, url }: Route.ActionArgs) {
  return runManager(request, url, typeFor(context, url), senderIn(context), "page")
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
