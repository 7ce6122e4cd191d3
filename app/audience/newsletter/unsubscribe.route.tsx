import { data } from "react-router"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { responseHeaders } from "#app/kit/http/response-headers.ts"
import { respondFirstError } from "#app/kit/http/responses.server.ts"
import { PosterForm, PosterSubmit } from "#app/kit/form/poster-form.tsx"
import { PaperSheet } from "#app/kit/ui/paper-sheet.tsx"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import type { Route } from "./+types/unsubscribe.route"
import { leavingIntents } from "./leaving.schema.ts"
import { Left } from "./left.tsx"
import { keyOf } from "./link-keys.ts"
import { findLeaving, keepReason, returnSubscriber, unsubscribe } from "./subscriptions.server.ts"
import { UnknownLink } from "./unknown-link.tsx"

export { responseHeaders as headers }

export async function loader({ url }: Route.LoaderArgs) {
  const leaving = await findLeaving(keyOf(url))
  return data({ leaving }, { status: leaving ? 200 : 404 })
}

/** The page's buttons, and the one click of mail programs (RFC 8058), which posts to the same address in either way of forms. */
export async function action({ request, url }: Route.ActionArgs) {
  const key = keyOf(url)
  const answer = (isDone: boolean, done: "left" | "returned" | "kept") =>
    data({ done: isDone ? done : null }, { status: isDone ? 200 : 404 })
  if (request.headers.get("Content-Type")?.startsWith("multipart/form-data"))
    return answer(await unsubscribe(key), "left")
  const form = await readForm(request)
  if (form.intent === undefined) return answer(await unsubscribe(key), "left")
  const asked = parseIntent(form, leavingIntents)
  if (!asked.ok) return respondFirstError(asked)
  switch (asked.intent) {
    case "leave":
      return answer(await unsubscribe(key), "left")
    case "return":
      return answer(await returnSubscriber(key), "returned")
    case "reason":
      return answer(await keepReason(key, asked.value), "kept")
  }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Se désabonner",
    description: "Se désabonner de la newsletter.",
    path: "/newsletter/unsubscribe",
    noIndex: true,
  })
}

export default function Unsubscribe({ loaderData: { leaving }, actionData }: Route.ComponentProps) {
  const done = actionData && "done" in actionData ? actionData.done : null
  if (!leaving) {
    return (
      <UnknownLink title="Lien inconnu">
        Ce lien n’est pas complet, ou l’inscription a déjà été effacée. Ouvrez le lien tel qu’il se trouve
        dans le message, ou demandez-en un nouveau.
      </UnknownLink>
    )
  }
  if (!leaving.isSubscribed) {
    const response = actionData && "values" in actionData ? actionData : undefined
    return <Left mayReturn={leaving.mayReturn} wasReasonKept={done === "kept"} response={response} />
  }
  if (done === "returned") {
    return (
      <PaperSheet title="Vous êtes de retour">
        <p role="status" className="mt-6 text-lg">
          Vous recevez à nouveau la newsletter, comme avant.
        </p>
        <a href={leaving.preferences} className="button button-ink mt-8">
          Choisir ce que je reçois
        </a>
      </PaperSheet>
    )
  }
  return (
    <PaperSheet title="Se désabonner">
      <p className="mt-6 text-lg">Vous ne recevrez plus la newsletter à cette adresse.</p>
      <PosterForm className="mt-8">
        <PosterSubmit>Me désabonner</PosterSubmit>
      </PosterForm>
      <p className="mt-6">
        <a href={leaving.preferences} className="inline-flex min-h-11 items-center underline">
          Ou choisir ce que je reçois
        </a>
      </p>
    </PaperSheet>
  )
}
