import { Link } from "react-router"
import { HistoryLink } from "#app/content/history-link.tsx"
import { listAddress, type ListView } from "#app/content/list-view.ts"
import { editLinkId } from "#app/content/use-focus-on-edit.ts"
import { ASKED, type Question } from "#app/http/questions.ts"
import { ConfirmButton } from "#app/ui/confirm-button.tsx"
import { Icon } from "#app/ui/icon.tsx"

type Guest = { id: number; name: string; slug: string; role: string; episodeCount: number }

type Props = { guest: Guest; isEdited: boolean; path: string; view: ListView }

/** One person of the list, and what can be done with them. */
export function GuestRow({ guest, isEdited, path, view }: Props) {
  const { id, name, slug, role } = guest
  return (
    <li aria-current={isEdited || undefined} className="manager-row">
      <div className="manager-row-line">
        <p className="manager-row-title">
          <Link to={`/guests/${slug}`} className="hover:underline">
            {name}
          </Link>
        </p>
      </div>
      <div className="manager-row-line">
        <p className="manager-row-detail">
          {isEdited && <strong className="text-blood-dark">Dans le formulaire · </strong>}
          {role && `${role} · `}
          {countEpisodes(guest)} · <HistoryLink kind="guest" id={id} subject={name} />
        </p>
        <div className="row-actions">
          <Link
            id={editLinkId(id)}
            to={listAddress(path, view, id)}
            preventScrollReset
            className="office-button"
          >
            <Icon name="pencil" />
            Modifier
            <span className="sr-only"> : {name}</span>
          </Link>
          <Link to={`${path}?${ASKED}=merge&id=${id}`} className="office-button">
            Fusionner
            <span className="sr-only"> : {name}</span>
          </Link>
          <ConfirmButton label="Supprimer" icon="trash" subject={name} {...deletionOf(guest)} />
        </div>
      </div>
    </li>
  )
}

/** What is asked before a person is deleted. */
export function deletionOf(guest: Pick<Guest, "id" | "name" | "episodeCount">): Question {
  const kept = guest.episodeCount > 0 ? ` ${countEpisodes(guest)} garde${plural(guest)} son nom.` : ""
  return {
    question: "Êtes-vous sûr de vouloir supprimer cet invité ?",
    detail: `La fiche de « ${guest.name} » sera supprimée.${kept} Cette action est définitive.`,
    fields: { intent: "delete", id: String(guest.id) },
  }
}

/** « 1 épisode », « 3 épisodes ». */
export function countEpisodes({ episodeCount }: Pick<Guest, "episodeCount">) {
  return `${episodeCount} ${episodeCount > 1 ? "épisodes" : "épisode"}`
}

function plural({ episodeCount }: Pick<Guest, "episodeCount">) {
  return episodeCount > 1 ? "nt" : ""
}
