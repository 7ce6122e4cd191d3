import { data } from "react-router"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { PublicField, PublicForm, PublicSubmit } from "#app/kit/form/public-form.tsx"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { responseHeaders } from "#app/kit/http/response-headers.ts"
import {
  type FormResponse,
  orElse,
  respondFailure,
  respondFirstError,
} from "#app/kit/http/responses.server.ts"
import { LETTER_TOPICS, type LetterTopic } from "#app/kit/lib/letters.ts"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import { PaperNotice, PaperSheet } from "#app/kit/ui/paper-sheet.tsx"
import type { Route } from "./+types/preferences.route"
import { keyOf } from "./link-keys.ts"
import { TOPIC_LABELS } from "./newsletter.copy.ts"
import { preferencesIntents, type preferencesSchema } from "./preferences.schema.ts"
import { confirmOwn, findPreferences, savePreferences } from "./preferences.server.ts"
import { UnknownLink } from "./unknown-link.tsx"

export { responseHeaders as headers }

export async function loader({ url }: Route.LoaderArgs) {
  const own = await findPreferences(keyOf(url))
  return data({ own }, { status: own ? 200 : 404 })
}

export async function action({ request, url }: Route.ActionArgs) {
  const form = await readForm(request)
  const asked = parseIntent(form, preferencesIntents)
  if (!asked.ok) return respondFirstError(asked)
  return orElse(
    async () => {
      const key = keyOf(url)
      const isDone = await (asked.intent === "save" ? savePreferences(key, asked.value) : confirmOwn(key))
      return data({ done: isDone ? asked.intent : null }, { status: isDone ? 200 : 404 })
    },
    () => respondFailure(form.values, "Impossible d’enregistrer vos choix. Réessayez dans un instant."),
  )
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save"])

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Vos préférences",
    description: "Choisir ce que l’on reçoit de la newsletter.",
    path: "/newsletter/preferences",
    noIndex: true,
  })
}

export default function Preferences({ loaderData: { own }, actionData }: Route.ComponentProps) {
  if (!own) return <UnknownLink />
  if (!own.isSubscribed) {
    return (
      <PaperNotice title="Vous êtes désabonné" onward={{ to: "/newsletter", label: "Me réinscrire" }}>
        Vous ne recevez plus rien à cette adresse. Pour retrouver la newsletter, il suffit de vous réinscrire.
      </PaperNotice>
    )
  }
  return (
    <PaperSheet title="Vos préférences">
      <PreferencesForm
        own={own}
        done={actionData && "done" in actionData ? actionData.done : null}
        response={actionData && "values" in actionData ? actionData : undefined}
      />
    </PaperSheet>
  )
}

type PreferencesFormProps = {
  own: { name: string; topics: LetterTopic[]; isConfirmed: boolean; unsubscribe: string }
  done: "save" | "confirm" | null
  response: FormResponse | undefined
}

/** What one wants to get, who one is, and the way out. */
function PreferencesForm({ own, done, response }: PreferencesFormProps) {
  const { field, tick } = fieldsOf<typeof preferencesSchema>(response, {
    name: own.name,
    ...Object.fromEntries(own.topics.map((topic) => [topic, true])),
  })
  return (
    <>
      {done && (
        <p role="status" className="mt-6 border-l-8 border-ink bg-paper-shade px-4 py-3 font-bold">
          {done === "save" ? "C’est enregistré." : "Votre inscription est confirmée."}
        </p>
      )}
      {!own.isConfirmed && (
        <PublicForm className="mt-6 grid gap-4 border-l-8 border-blood-dark bg-paper-shade p-4">
          <p>
            Votre inscription n’est pas encore confirmée : d’ici là, aucune lettre ne part vers cette adresse.
          </p>
          <input type="hidden" name="intent" value="confirm" />
          <PublicSubmit>Confirmer mon inscription</PublicSubmit>
        </PublicForm>
      )}
      <PublicForm response={response} className="mt-6 grid gap-6">
        <input type="hidden" name="intent" value="save" />
        <fieldset>
          <legend className="text-lg font-semibold">Ce que vous voulez recevoir</legend>
          {LETTER_TOPICS.map((topic) => {
            const { name, defaultChecked } = tick(topic)
            return (
              <label key={topic} className="flex min-h-11 cursor-pointer items-center gap-3">
                <input
                  type="checkbox"
                  name={name}
                  defaultChecked={defaultChecked}
                  className="tick [color-scheme:light]"
                />
                {TOPIC_LABELS[topic]}
              </label>
            )
          })}
          <p className="mt-1.5 text-sm text-paper-ink">
            Sans rien de coché, vous restez sur la liste, et rien ne part.
          </p>
        </fieldset>
        <PublicField
          label="Votre nom (facultatif)"
          {...field("name")}
          required={false}
          autoComplete="name"
          maxLength={100}
        />
        <PublicSubmit>Enregistrer</PublicSubmit>
      </PublicForm>
      <p className="mt-6">
        <a href={own.unsubscribe} className="inline-flex min-h-11 items-center underline">
          Me désabonner de tout
        </a>
      </p>
    </>
  )
}
