import { isRouteErrorResponse } from "react-router"
import { senderIn } from "#app/accounts/auth/sender.server.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { ManagedPage } from "#app/content/managed-page.tsx"
import { respondWithList } from "#app/content/lists/load-list.server.ts"
import { loadManager } from "#app/content/load-manager.server.ts"
import { runManager } from "#app/content/run-manager.server.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { LONG_TEXT_BYTES, readForm } from "#app/kit/http/forms.server.ts"
import type { Route } from "./+types/type.route"
import { TypeForm } from "./type-form.tsx"
import { guardType, typeContext } from "./types.server.ts"

/** One module is the list of every type, each with an address of its own (routes.ts). */
export const middleware: Route.MiddlewareFunction[] = [guardType]

export async function loader({ context, url }: Route.LoaderArgs) {
  return respondWithList(await loadManager(url, context.get(typeContext)))
}

export async function action({ context, request, url }: Route.ActionArgs) {
  return runManager(
    await readForm(request, LONG_TEXT_BYTES),
    url,
    context.get(typeContext),
    senderIn(context),
  )
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save"])

export function meta({ matches, loaderData, error }: Route.MetaArgs) {
  const missing = isRouteErrorResponse(error) ? String(error.data?.title) : "Une erreur est survenue"
  return adminMeta(matches, loaderData?.type.title ?? missing)
}

export default function TypePage({ loaderData, actionData }: Route.ComponentProps) {
  const { path, isWrittenOnPage } = loaderData.type
  return (
    <ManagedPage
      key={path}
      page={loaderData}
      form={!isWrittenOnPage && <TypeForm page={loaderData} place="card" response={actionData} />}
    />
  )
}
