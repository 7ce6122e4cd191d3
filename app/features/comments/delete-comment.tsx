import { ofName } from "#app/lib/french.ts"
import { ConfirmButton } from "#app/ui/confirm-button.tsx"
import { deletionInPlace } from "./comment-questions.ts"

type Props = { id: number; authorName: string; fetcherKey: string }

/** For moderators and admins, under each comment. */
export default function DeleteComment({ fetcherKey, ...comment }: Props) {
  return (
    <div className="on-paper mt-3">
      <ConfirmButton
        label="Supprimer"
        icon="trash"
        subject={`le commentaire ${ofName(comment.authorName)}`}
        {...deletionInPlace(comment)}
        fetcherKey={fetcherKey}
      />
    </div>
  )
}
