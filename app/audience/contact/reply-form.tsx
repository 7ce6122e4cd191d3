import { Link } from "react-router"
import { FORM } from "#app/kit/form/use-focus-on-edit.ts"
import type { Asking } from "#app/kit/form/asking.ts"
import { CheckboxField } from "#app/kit/form/checkbox-field.tsx"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import { TextArea } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { messageIntents, replySchema } from "./contact.schema.ts"
import { MessageThread } from "./message-thread.tsx"
import type { ThreadReply } from "./thread-words.server.ts"

type Props = {
  message: {
    id: number
    name: string
    email: string
    message: string
    createdOn: string
    replies: ThreadReply[]
    /** For who rather writes with their own mail program. */
    mailto: string
  }
  mailing: { sendsMail: boolean; answersTo: string }
  /** The list as it was. */
  back: string
  response: FormResponse | undefined
}

/** Replies to a message by mail. */
export function ReplyForm({ message, mailing, back, response }: Props) {
  const { id, name, email, createdOn, replies, mailto } = message
  const { field, tick } = fieldsOf<typeof replySchema>(response, { isDone: true })
  const title = `Répondre à ${name}`
  const unseen: Asking<typeof messageIntents> = {
    intent: "reply",
    id: String(id),
    known: response?.values.known ?? String(replies.length),
  }
  return (
    <Panel id={FORM} title={title} className="manager-form">
      <blockquote className="border-l-4 border-blood pl-4">
        <p className="text-sm text-paper-ink">
          Son message du {createdOn}, de <span className="break-all">{email}</span>
        </p>
        <p className="mt-1 break-words whitespace-pre-line">{message.message}</p>
      </blockquote>
      <MessageThread replies={replies} />
      <div className="mt-5">
        <EditForm key={id} response={response} aria-label={title}>
          <HiddenFields fields={unseen} />
          {!mailing.sendsMail && (
            <p className="office-alert font-semibold">
              Ce site n’envoie pas encore d’e-mails : votre réponse sera écrite dans la boîte d’envoi du
              serveur (le dossier outbox), et ne partira pas.
            </p>
          )}
          <TextArea
            label="Réponse"
            {...field("text")}
            rows={8}
            required
            hint={`Envoyée par e-mail à ${email}, avec son message cité en dessous. Si cette personne répond, ce sera à ${mailing.answersTo}, et non sur cette page.`}
          />
          <CheckboxField label="Marquer le message comme traité" {...tick("isDone")} />
          <div className="manager-form-end flex flex-wrap gap-3">
            <SubmitButton pendingText="Envoi...">Envoyer la réponse</SubmitButton>
            <Link to={back} preventScrollReset className="office-button">
              Annuler
            </Link>
            <a href={mailto} className="office-button">
              Répondre avec ma messagerie
            </a>
          </div>
        </EditForm>
      </div>
    </Panel>
  )
}
