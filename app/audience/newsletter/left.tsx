import { Link } from "react-router"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { PosterArea, PosterForm, PosterSubmit } from "#app/kit/form/poster-form.tsx"
import { LEAVING_REASONS } from "#app/kit/lib/newsletter.ts"
import { PaperSheet } from "#app/kit/ui/paper-sheet.tsx"
import { type leavingSchema, REASON_LABELS } from "./leaving.schema.ts"

type Props = { mayReturn: boolean; wasReasonKept: boolean; response: FormResponse | undefined }

/** Who left, is told so, may come back, and may say why. */
export function Left({ mayReturn, wasReasonKept, response }: Props) {
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
        <PosterForm className="mt-6">
          <input type="hidden" name="intent" value="return" />
          <button type="submit" className="button button-ink w-full">
            C’était une erreur, me réabonner
          </button>
        </PosterForm>
      ) : (
        <Link to="/newsletter" className="button button-ink mt-8">
          Me réinscrire
        </Link>
      )}
      {!wasReasonKept && (
        <PosterForm response={response} className="mt-10 grid gap-5 border-t-2 border-ink pt-6">
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
          <PosterArea
            label="Autre chose à nous dire (facultatif)"
            {...field("words")}
            rows={3}
            required={false}
          />
          <PosterSubmit>Envoyer</PosterSubmit>
        </PosterForm>
      )}
    </PaperSheet>
  )
}
