import { Link } from "react-router"
import { usePodcast } from "#app/base/settings/use-podcast.ts"
import { FORM } from "#app/kit/form/use-focus-on-edit.ts"
import type { Asking } from "#app/kit/form/asking.ts"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import { TextArea } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { ofName } from "#app/kit/lib/french.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { CommentText } from "./comment-text.tsx"
import type { moderationIntents, podcastReplySchema } from "./moderation.schema.ts"
import type { findForReply } from "./podcast-replies.server.ts"

type Props = {
  /** What is replied to, or the podcast's own reply that is edited. */
  comment: NonNullable<Awaited<ReturnType<typeof findForReply>>>
  /** The list as it was. */
  back: string
  response: FormResponse | undefined
}

/** Replies to a comment as the podcast, or edits such a reply. */
export function PodcastReplyForm({ comment, back, response }: Props) {
  const { name: podcast } = usePodcast()
  const { id, isPodcast, authorName, status, content, episodeTitle } = comment
  const { field } = fieldsOf<typeof podcastReplySchema>(response, isPodcast ? { content } : null)
  const title = isPodcast ? "Modifier la réponse" : `Répondre à ${authorName}`
  const unseen: Asking<typeof moderationIntents> = isPodcast
    ? { intent: "edit-reply", id: String(id), was: response?.values.was ?? content }
    : { intent: "reply", id: String(id) }
  return (
    <Panel id={FORM} title={title} className="manager-form">
      {!isPodcast && (
        <blockquote className="mb-5 border-l-4 border-blood pl-4">
          <p className="text-sm text-paper-ink">
            Le commentaire {ofName(authorName)} sur {episodeTitle}
          </p>
          <CommentText text={content} />
        </blockquote>
      )}
      <EditForm key={id} response={response} aria-label={title}>
        <HiddenFields fields={unseen} />
        <TextArea
          label="Réponse"
          {...field("content")}
          rows={5}
          required
          hint={`Elle paraît sous le commentaire, au nom de ${podcast}, avec la mention « Le podcast ». La personne n’est pas prévenue par e-mail.`}
        />
        {status === "pending" && <p>Ce commentaire attend : votre réponse l’approuve.</p>}
        <div className="manager-form-end flex flex-wrap gap-3">
          <SubmitButton pendingText="Enregistrement...">
            {isPodcast ? "Enregistrer" : "Publier la réponse"}
          </SubmitButton>
          <Link to={back} preventScrollReset className="office-button">
            Annuler
          </Link>
        </div>
      </EditForm>
    </Panel>
  )
}
