import { Link } from "react-router"
import type { ListView } from "#app/content/lists/list-view.ts"
import { EditRowLink, ListedRow } from "#app/content/manager-row.tsx"
import { ASKED, type Question } from "#app/kit/http/questions.ts"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"

type Guest = { id: number; name: string; slug: string; role: string; episodeCount: number }

type Props = { guest: Guest; isEdited: boolean; path: string; view: ListView }

/** One person of the list, and what can be done with them. */
export function GuestRow({ guest, isEdited, path, view }: Props) {
  const { id, name, slug, role } = guest
  return (
    <ListedRow
      kind="guest"
      id={id}
      title={name}
      address={`/guests/${slug}`}
      details={[role, countEpisodes(guest)]}
      isEdited={isEdited}
    >
      <EditRowLink id={id} title={name} path={path} view={view} />
      <Link to={`${path}?${ASKED}=merge&id=${id}`} className="office-button">
        Fusionner
        <span className="sr-only"> : {name}</span>
      </Link>
      <ConfirmButton label="Supprimer" icon="trash" subject={name} {...deletionOf(guest)} />
    </ListedRow>
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
