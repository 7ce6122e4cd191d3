import { Link } from "react-router"
import { DateField } from "#app/kit/form/date-field.tsx"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import { TextField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { TOPIC_LABELS } from "./letters.copy.ts"
import { askToSend, people } from "./letter-page.copy.ts"
import { fields, type letterPageIntents } from "./letter-page.schema.ts"
import type { LetterPage } from "./letter-page.server.ts"

type Props = { letter: LetterPage; response: FormResponse | undefined }

/** Whom a letter reaches, and what lets it leave: now, or at a time to come. */
export function SendPanel({ letter, response }: Props) {
  const { state, topic, reach, leavesAt } = letter
  const isScheduled = state === "scheduled"
  return (
    <Panel id="envoi" title="Envoi">
      <p role="status">
        {reach === null ? (
          "Le nombre de destinataires n’a pas pu être compté."
        ) : reach === 0 ? (
          <>
            <strong>Personne ne la recevrait</strong>&nbsp;: aucun abonné confirmé n’a choisi le thème «&nbsp;
            {TOPIC_LABELS[topic]}&nbsp;».
          </>
        ) : (
          <>
            Elle ira à <strong>{people(reach)}</strong>&nbsp;: les abonnés confirmés qui ont choisi le thème
            «&nbsp;{TOPIC_LABELS[topic]}&nbsp;».
          </>
        )}{" "}
        <Link to="/admin/newsletter" className="underline">
          Voir les abonnés
        </Link>
      </p>
      <p className="letter-unsaved">
        Vous avez écrit depuis le dernier enregistrement&nbsp;: enregistrez la lettre, puis envoyez-la.
      </p>
      {isScheduled && (
        <div className="mt-4 grid gap-3">
          <p>
            Elle part d’elle-même le <strong>{leavesAt}</strong>, heure de Paris, à ceux qui seront abonnés à
            ce moment-là. D’ici là, elle peut encore changer.
          </p>
          <div className="flex flex-wrap gap-3">
            <ActionButton label="Annuler l’envoi" icon="undo" fields={fields("unschedule")} />
          </div>
        </div>
      )}
      <div className="letter-send">
        {reach !== 0 && (
          <div className="mt-4 flex flex-wrap gap-3">
            <ConfirmButton
              label={isScheduled ? "Envoyer maintenant" : "Envoyer"}
              icon="send"
              className="office-button-main"
              {...askToSend(letter)}
            />
          </div>
        )}
        <ScheduleForm letter={letter} response={response} />
      </div>
    </Panel>
  )
}

function ScheduleForm({ letter, response }: Props) {
  const { version, proposed, today, state } = letter
  const { field } = fieldsOf<typeof letterPageIntents.schedule>(response, {
    version,
    day: proposed.day,
    clock: proposed.clock,
  })
  return (
    <div className="mt-5 border-t border-rule pt-4">
      <EditForm key={`${version}`} response={response} aria-label="Programmer l’envoi">
        <HiddenFields fields={fields("schedule", { version: String(version) })} />
        <div className="form-pair">
          <DateField label="Date d’envoi" {...field("day")} min={today} />
          <TextField label="Heure d’envoi" {...field("clock")} type="time" hint="Heure de Paris." />
        </div>
        <div>
          <SubmitButton pendingText="Enregistrement...">
            {state === "scheduled" ? "Changer l’heure d’envoi" : "Programmer l’envoi"}
          </SubmitButton>
        </div>
      </EditForm>
    </div>
  )
}
