import { data, Link } from "react-router"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { PublicTextArea, PublicForm, PublicSubmit } from "#app/kit/form/public-form.tsx"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { responseHeaders } from "#app/kit/http/response-headers.ts"
import { type FormResponse, respondFirstError } from "#app/kit/http/responses.server.ts"
import { LEAVING_REASONS } from "#app/kit/lib/newsletter.ts"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import { PaperSheet } from "#app/kit/ui/paper-sheet.tsx"
import type { Route } from "./+types/unsubscribe.route"
import { leavingIntents, type leavingSchema } from "./leaving.schema.ts"
import { keyOf } from "./link-keys.ts"
import { REASON_LABELS } from "./newsletter.copy.ts"
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
  if (!leaving) return <UnknownLink />
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
      <PublicForm className="mt-8">
        <PublicSubmit>Me désabonner</PublicSubmit>
      </PublicForm>
      <p className="mt-6">
        <a href={leaving.preferences} className="inline-flex min-h-11 items-center underline">
          Ou choisir ce que je reçois
        </a>
      </p>
    </PaperSheet>
  )
}

type LeftProps = { mayReturn: boolean; wasReasonKept: boolean; response: FormResponse | undefined }

/** Who left, is told so, may come back, and may say why. */
function Left({ mayReturn, wasReasonKept, response }: LeftProps) {
  const { field, value } = fieldsOf<typeof leavingSchema>(response)
  const { name } = field("reason")
  return (
    <PaperSheet title="Vous êtes désabonné">
      <p role="status" className="mt-6 text-lg">
        {wasReasonKept
          ? "Merci, c’est noté. Vous ne recevrez plus la newsletter."
          : "Vous ne recevrez plus la newsletter, même si vous commentez encore. Pour la retrouver un jour, il suffit de vous réinscrire."}
      </p>
      {mayReturn ? (
        <PublicForm className="mt-6">
          <input type="hidden" name="intent" value="return" />
          <button type="submit" className="button button-ink w-full">
            C’était une erreur, me réabonner
          </button>
        </PublicForm>
      ) : (
        <Link to="/newsletter" className="button button-ink mt-8">
          Me réinscrire
        </Link>
      )}
      {!wasReasonKept && (
        <PublicForm response={response} className="mt-10 grid gap-5 border-t-2 border-ink pt-6">
          <input type="hidden" name="intent" value="reason" />
          <fieldset>
            <legend className="text-lg font-semibold">Voulez-vous dire pourquoi ?</legend>
            <p className="text-sm text-paper-ink">
              Rien ne vous y oblige. Nous le gardons sans votre adresse, et sans l’heure.
            </p>
            {LEAVING_REASONS.map((reason) => (
              <label key={reason} className="flex min-h-11 cursor-pointer items-center gap-3">
                <input
                  type="radio"
                  name={name}
                  value={reason}
                  defaultChecked={(value("reason") || "other") === reason}
                  className="size-5 flex-none accent-blood-dark [color-scheme:light]"
                />
                {REASON_LABELS[reason]}
              </label>
            ))}
          </fieldset>
          <PublicTextArea
            label="Autre chose à nous dire (facultatif)"
            {...field("words")}
            rows={3}
            required={false}
          />
          <PublicSubmit>Envoyer</PublicSubmit>
        </PublicForm>
      )}
    </PaperSheet>
  )
}
