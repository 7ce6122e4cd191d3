import { data } from "react-router"
import { showToast } from "#app/kit/http/client-toast.ts"
import { noResponseText, UNANSWERED } from "#app/kit/form/keep-form.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { redirectTo } from "#app/kit/http/redirects.server.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import type { Route } from "./+types/sign-out.route"
import { signOut } from "./auth.server.ts"
import { CANNOT_SIGN_OUT } from "./sign-out.copy.ts"
import { viewerContext } from "./viewer.server.ts"

/** Signing out is a write: an address alone does nothing. */
export function loader() {
  return redirectTo("/")
}

/** Has nothing to add: for its sake who prefetches this route's scripts asks for no data with them. */
export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return serverLoader()
}

export async function action({ context, request }: Route.ActionArgs) {
  try {
    const headers = await signOut(request.headers, context.get(viewerContext)?.sessionId)
    return await redirectWithToast("/", { kind: "success", title: "Déconnexion réussie" }, headers)
  } catch (error) {
    log.error(error, "sign-out failed")
    // Scripts stay where they are by themselves, and go on in what was typed there.
    if (!request.headers.get("Accept")?.includes("text/html")) return data({ isRefused: true }, 500)
    return redirectWithToast(cameFrom(request), {
      kind: "error",
      title: "Erreur",
      description: CANNOT_SIGN_OUT,
    })
  }
}

/** Nobody is signed out before the site has said so: until then the page stays as it is. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const fail = (reason?: string) => {
    const description = reason ? `${CANNOT_SIGN_OUT}. ${reason}` : CANNOT_SIGN_OUT
    showToast({ kind: "error", title: "Erreur", description })
    return data(null, UNANSWERED)
  }
  try {
    await serverAction()
    return fail()
  } catch (error) {
    const reason = noResponseText(error, "votre session n’est pas fermée")
    if (reason === undefined) throw error
    return fail(reason)
  }
}

/** Never shown: the loader always redirects. It makes a page of this route, so that what fails before it is shown as one. */
export default function SignOut() {
  return null
}

/** The page of ours that the form was sent from; a browser that does not say is led home. */
function cameFrom(request: Request) {
  const from = request.headers.get("Referer") ?? ""
  const { origin, pathname, search } = new URL(URL.canParse(from) ? from : "/", request.url)
  return origin === new URL(request.url).origin ? pathname + search : "/"
}
