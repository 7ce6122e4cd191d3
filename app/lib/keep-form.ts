import { data, isRouteErrorResponse } from "react-router"
import type { FormAnswer } from "./answers.server.ts"
import { showToast } from "./client-toast.ts"

/** Says to `onlyAfterWrites` that there is nothing to be had from the site now. */
export const UNANSWERED = 503

type Submission<Answer> = { request: Request; serverAction: () => Promise<Answer> }

/**
 * Sends a page's form from the browser. When the site cannot be reached, or fails, the page stays with what was typed
 * and says so, where otherwise an error page would take its place.
 *
 * @param forms the intents whose form shows its answer; of the others a toast tells. Without it all do
 */
export async function keepForm<Answer>({ request, serverAction }: Submission<Answer>, forms?: string[]) {
  const values = await readTexts(request.clone())
  try {
    return await serverAction()
  } catch (error) {
    const description = whyUnanswered(error)
    const title = "Erreur"
    const isClick = forms && !forms.includes(values.intent ?? "")
    if (isClick) showToast({ kind: "error", title, description })
    const message = { title, description: `${description} Votre saisie est intacte.` }
    return data<FormAnswer>({ values, errors: {}, message }, UNANSWERED)
  }
}

/** @throws redirects, and what the site refuses for good */
function whyUnanswered(error: unknown) {
  if (isRouteErrorResponse(error) && error.status === 413) return TOO_LARGE
  if (error instanceof Response || (isRouteErrorResponse(error) && error.status < 500)) throw error
  return NO_ANSWER
}

const TOO_LARGE = "Votre texte est trop long pour être envoyé : raccourcissez-le, puis réessayez."

// An answer can be lost on its way, too: nobody knows here whether anything was written.
const NO_ANSWER =
  "Le site ne répond pas : votre envoi n’est pas confirmé. Vérifiez votre connexion, puis réessayez."

async function readTexts(request: Request) {
  const fields = [...(await request.formData())].filter(([, value]) => typeof value === "string")
  return Object.fromEntries(fields) as Record<string, string>
}
