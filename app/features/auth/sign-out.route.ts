import { redirectTo } from "#app/lib/redirects.server.ts"
import { log } from "#app/lib/log.server.ts"
import { redirectWithToast } from "#app/lib/toast.server.ts"
import type { Route } from "./+types/sign-out.route"
import { signOut } from "./auth.server.ts"

/** Signing out is a write: an address alone does nothing. */
export function loader() {
  return redirectTo("/")
}

export async function action({ request }: Route.ActionArgs) {
  try {
    const headers = await signOut(request.headers)
    return await redirectWithToast("/", { kind: "success", title: "Déconnexion réussie" }, headers)
  } catch (error) {
    log.error(error, "sign-out failed")
    const description = "Impossible de se déconnecter"
    return redirectWithToast("/", { kind: "error", title: "Erreur", description })
  }
}
