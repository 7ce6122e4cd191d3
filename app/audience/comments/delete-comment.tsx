import { Link } from "react-router"
import { ofName } from "#app/kit/lib/french.ts"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { REPLY_TO } from "./comment-addresses.ts"
import { deletionInPlace } from "./comment-questions.ts"

type Props = { id: number; authorName: string; isPodcast: boolean; fetcherKey: string }

/** For moderators and admins, under each comment. */
export default function DeleteComment({ isPodcast, fetcherKey, ...comment }: Props) {
  return (
    <div className="on-paper mt-3 flex flex-wrap gap-2">
      <Link to={`/admin/comments?${REPLY_TO}=${comment.id}`} className="office-button">
        {isPodcast ? "Modifier" : "Répondre comme le podcast"}
        <span className="sr-only">{isPodcast ? " la réponse du podcast" : ` à ${comment.authorName}`}</span>
      </Link>
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
