import { Trash2 } from "lucide-react"
import { ConfirmButton } from "#app/ui/confirm-button.tsx"

type Props = { id: number; authorName: string; fetcherKey: string }

/** For moderators and admins, under each comment. */
export default function DeleteComment({ id, authorName, fetcherKey }: Props) {
  return (
    <div className="on-paper mt-3">
      <ConfirmButton
        label="Supprimer"
        icon={Trash2}
        subject={`le commentaire de ${authorName}`}
        question={`Êtes-vous sûr de vouloir supprimer le commentaire de ${authorName} ?`}
        fields={{ intent: "delete-comment", id: String(id) }}
        fetcherKey={fetcherKey}
      />
    </div>
  )
}
