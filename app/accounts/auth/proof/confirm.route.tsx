import { data } from "react-router"
import { adminMeta } from "#app/content/admin-meta.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { toOwnPath } from "#app/kit/http/redirects.server.ts"
import { responseHeaders } from "#app/kit/http/response-headers.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { getViewer } from "../guard.server.ts"
import type { Route } from "./+types/confirm.route"
import { CONFIRM_TITLE } from "./proof.copy.ts"
import { ProofPage } from "./proof-page.tsx"
import { findMeans, isProved, proveByPassword, statusOf } from "./proof.server.ts"

export { responseHeaders as headers }

export async function loader({ context, url }: Route.LoaderArgs) {
  return { means: await findMeans(getViewer(context)), back: readBack(url) }
}

/** A proof for its own sake: what waited for it is asked for again, as a download has no form to keep. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const viewer = getViewer(context)
  const { proof = "" } = await readForm(request)
  // By a passkey it is proved already when the form comes.
  const problem = (await isProved(viewer)) ? undefined : await proveByPassword(viewer, proof)
  if (problem) return data({ error: problem.error }, statusOf(problem))
  const toast = { title: "C’est confirmé", description: "Relancez maintenant ce que vous vouliez faire." }
  return redirectWithToast(readBack(url), { kind: "success", ...toast })
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, CONFIRM_TITLE)
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  return <ProofPage fields={{}} error={actionData?.error} {...loaderData} />
}

/** Where it came from: a page of the back office, and no other. */
function readBack(url: URL) {
  const path = toOwnPath(url.searchParams.get("back") ?? "")
  return /^\/admin(?![^/?])/.test(path) ? path : "/admin/settings"
}
