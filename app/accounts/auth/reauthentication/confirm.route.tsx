import { data } from "react-router"
import { adminMeta } from "#app/content/admin-meta.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { toOwnPath } from "#app/kit/http/redirects.server.ts"
import { responseHeaders } from "#app/kit/http/response-headers.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { getViewer } from "../guard.server.ts"
import type { Route } from "./+types/confirm.route"
import { CONFIRM_TITLE } from "./reauthentication.copy.ts"
import { ReauthenticationPage } from "./reauthentication-page.tsx"
import {
  findMeans,
  isRecentlyAuthenticated,
  reauthenticateByPassword,
  statusOf,
} from "./reauthentication.server.ts"

export { responseHeaders as headers }

export async function loader({ context, url }: Route.LoaderArgs) {
  return { means: await findMeans(getViewer(context)), back: readBack(url) }
}

/** Re-authentication for the sake of a file, which the page that it leads back to then has sent. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const viewer = getViewer(context)
  const { reauthentication: password = "" } = await readForm(request)
  // Who used a passkey is re-authenticated already when the form comes.
  const problem = (await isRecentlyAuthenticated(viewer))
    ? undefined
    : await reauthenticateByPassword(viewer, password)
  if (problem) return data({ error: problem.error }, statusOf(problem))
  const file = officePath(url, "file")
  const description = file ? "Le téléchargement commence." : undefined
  return redirectWithToast(readBack(url), { kind: "success", title: "C’est confirmé", description, file })
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, CONFIRM_TITLE)
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  return <ReauthenticationPage fields={{}} error={actionData?.error} {...loaderData} />
}

const readBack = (url: URL) => officePath(url, "back") ?? "/admin/settings"

/** An address in the back office, and no other. */
function officePath({ searchParams }: URL, name: string) {
  const path = toOwnPath(searchParams.get(name) ?? "")
  return /^\/admin(?![^/?])/.test(path) ? path : undefined
}
