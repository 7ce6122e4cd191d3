import { data, isRouteErrorResponse } from "react-router"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { showToast } from "#app/kit/http/client-toast.ts"

/** Says to `onlyAfterWrites` that there is nothing to be had from the site now. */
export const UNANSWERED = 503

type Submission<Answer> = { request: Request; serverAction: () => Promise<Answer> }

/**
 * Sends a page's form from the browser. When the site cannot be reached, or fails, or knows the person no more, the page
 * stays with what was typed and says so, where otherwise another page would take its place.
 *
 * @param forms the intents whose form shows its answer; of the others a toast tells. Without it all do
 * @param failures by intent, what then could not be done, in the words of docs/product.md
 */
export async function keepForm<Answer>(
  { request, serverAction }: Submission<Answer>,
  forms?: string[],
  failures: Record<string, string> = {},
) {
  const values = await readTexts(request.clone())
  const intent = values.intent ?? ""
  try {
    return await serverAction()
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === undefined) throw error
    const title = "Erreur"
    const text = failures[intent] ? `${failures[intent]}. ${reason}` : reason
    if (forms && !forms.includes(intent)) showToast({ kind: "error", title, description: text })
    const message = { title, description: `${text} Votre saisie est intacte.` }
    return data<FormResponse>({ values, errors: {}, message }, UNANSWERED)
  }
}

/**
 * Why a form that was sent from the browser has no answer, for the person who sent it.
 *
 * @param effect what follows from it for the person; it stands behind a colon
 * @returns undefined for what is an answer: redirects, and what the site refuses for good
 */
export function noResponseText(error: unknown, effect: string) {
  if (error instanceof Response) return undefined
  if (isRouteErrorResponse(error)) {
    if (error.status < 500) return undefined
    return `Le site ne peut pas répondre pour l’instant : ${effect}. Réessayez dans quelques secondes.`
  }
  const cause = navigator.onLine ? "Le site ne répond pas" : "Vous êtes hors ligne"
  return `${cause} : ${effect}. Vérifiez votre connexion, puis réessayez.`
}

// An answer can be lost on its way, too: nobody knows here whether anything was written.
const NOT_CONFIRMED = "votre envoi n’est pas confirmé"
export const SIGNED_OUT =
  "Vous n’êtes plus connecté : rien n’a été enregistré. Reconnectez-vous dans un autre onglet, puis réessayez ici."

const TOO_LARGE = "Votre texte est trop long pour être envoyé : raccourcissez-le, puis réessayez."

function reasonOf(error: unknown) {
  if (isRouteErrorResponse(error) && error.status === 413) return TOO_LARGE
  return isSignedOut(error) ? SIGNED_OUT : noResponseText(error, NOT_CONFIRMED)
}

/** The back office sends strangers to the sign-in; what they typed would be lost on the way. */
function isSignedOut(error: unknown) {
  return (
    error instanceof Response &&
    error.headers.get("Location") === "/auth" &&
    location.pathname.startsWith("/admin")
  )
}

async function readTexts(request: Request) {
  const fields = [...(await request.formData())].filter(([, value]) => typeof value === "string")
  return Object.fromEntries(fields) as Record<string, string>
}
