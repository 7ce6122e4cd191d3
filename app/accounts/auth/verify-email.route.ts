import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import type { Route } from "./+types/verify-email.route"
import { confirmEmail } from "./auth.server.ts"

/** Opening the mailed link confirms the address; opening it again changes nothing. */
export async function loader({ url }: Route.LoaderArgs) {
  const isConfirmed = await confirmEmail(url.searchParams.get("token") ?? "")
  return redirectWithToast(
    "/auth",
    isConfirmed
      ? { kind: "success", title: "Adresse confirmée", description: "Vous pouvez vous connecter." }
      : {
          kind: "error",
          title: "Lien expiré",
          description: "Connectez-vous pour recevoir un nouveau lien de confirmation.",
        },
  )
}
