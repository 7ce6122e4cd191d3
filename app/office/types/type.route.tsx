import { isRouteErrorResponse } from "react-router"
import { getViewer } from "#app/accounts/auth/guard.server.ts"
import { requireProof } from "#app/accounts/auth/proof/proof.server.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { ManagedPage } from "#app/content/managed-page.tsx"
import { loadManager, respondWithList, runManager } from "#app/content/manager.server.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import type { Route } from "./+types/type.route"
import { TypeForm } from "./type-form.tsx"
import { typeAt } from "./types.server.ts"

/** One module is the list of every type, each with an address of its own (routes.ts). */
export async function loader({ url }: Route.LoaderArgs) {
  return respondWithList(await loadManager(url, typeAt(url)))
}

export function action({ context, request, url }: Route.ActionArgs) {
  return runManager(request, url, typeAt(url), {
    userId: getViewer(context).id,
    prove: (form) => requireProof(context, form),
  })
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save"])

export function meta({ matches, loaderData, error }: Route.MetaArgs) {
  const missing = isRouteErrorResponse(error) ? String(error.data?.title) : "Une erreur est survenue"
  return adminMeta(matches, loaderData?.type.title ?? missing)
}

export default function TypePage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ManagedPage
      key={loaderData.type.path}
      page={loaderData}
      form={<TypeForm page={loaderData} place="card" response={actionData} />}
    />
  )
}
