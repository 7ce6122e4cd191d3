import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { PosterField, PosterForm, PosterSubmit } from "#app/kit/form/poster-form.tsx"
import { LETTER_TOPICS, type LetterTopic } from "#app/kit/lib/letters.ts"
import { TOPIC_LABELS } from "./newsletter.copy.ts"
import type { preferencesSchema } from "./preferences.schema.ts"

type Props = {
  own: { name: string; topics: LetterTopic[]; isConfirmed: boolean; unsubscribe: string }
  done: "save" | "confirm" | null
  response: FormResponse | undefined
}

/** What one wants to get, who one is, and the way out. */
export function PreferencesForm({ own, done, response }: Props) {
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
        <PosterForm className="mt-6 grid gap-4 border-l-8 border-blood-dark bg-paper-shade p-4">
          <p>
            Votre inscription n’est pas encore confirmée : d’ici là, aucune lettre ne part vers cette adresse.
          </p>
          <input type="hidden" name="intent" value="confirm" />
          <PosterSubmit>Confirmer mon inscription</PosterSubmit>
        </PosterForm>
      )}
      <PosterForm response={response} className="mt-6 grid gap-6">
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
        <PosterField
          label="Votre nom (facultatif)"
          {...field("name")}
          required={false}
          autoComplete="name"
          maxLength={100}
        />
        <PosterSubmit>Enregistrer</PosterSubmit>
      </PosterForm>
      <p className="mt-6">
        <a href={own.unsubscribe} className="inline-flex min-h-11 items-center underline">
          Me désabonner de tout
        </a>
      </p>
    </>
  )
}
