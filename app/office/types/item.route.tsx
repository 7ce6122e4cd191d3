import { data, isRouteErrorResponse } from "react-router"
import { getViewer } from "#app/accounts/auth/guard.server.ts"
import { requireProof } from "#app/accounts/auth/proof/proof.server.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { ItemPage } from "#app/content/item-page.tsx"
import { loadItem, runManager } from "#app/content/manager.server.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import type { Route } from "./+types/item.route"
import { TypeForm } from "./type-form.tsx"
import { typeAt } from "./types.server.ts"

/** One module is the page of every item, and of a new one of each type (`/admin/blog/12`, `/admin/blog/new`). */
export function loader({ params, url }: Route.LoaderArgs) {
  const type = typeAt(url)
  if (params.id === "new") return loadItem(url, type, null)
  const id = parseId(params.id)
  if (id === undefined) throw data({ title: type.words.notFound }, { status: 404 })
  return loadItem(url, type, id)
}

export function action({ context, request, url }: Route.ActionArgs) {
  const sender = {
    userId: getViewer(context).id,
    prove: (form: Parameters<typeof requireProof>[1]) => requireProof(context, form),
  }
  return runManager(request, url, typeAt(url), sender, "page")
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
