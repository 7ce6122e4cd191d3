import { Link } from "react-router"
import { listAddress, type ListView } from "#app/content/lists/list-view.ts"
import { SelectBox } from "#app/content/lists/selection.tsx"
import { editLinkId } from "#app/kit/form/use-focus-on-edit.ts"
import type { Asking } from "#app/kit/form/asking.ts"
import type { MediaKind, MediaState } from "#app/kit/lib/media.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { Badge } from "#app/kit/ui/badge.tsx"
import { MEDIA_PATH } from "../media.copy.ts"
import type { mediaIntents } from "./medium-form.schema.ts"
import { MediumThumbnail } from "./medium-thumbnail.tsx"

export type LibraryMedium = {
  id: number
  kind: MediaKind
  title: string
  alt: string
  state: MediaState
  failure: string
  isUsed: boolean
  thumbnail: string | null
  facts: string[]
}

type Props = { medium: LibraryMedium; view: ListView }

/** One medium of the library; only what nothing uses can be selected, to be deleted. */
export function MediaCard({ medium, view }: Props) {
  const { id, kind, title, alt, state, failure, isUsed, thumbnail, facts } = medium
  return (
    <li className="relative min-w-0">
      <Link id={editLinkId(id)} to={listAddress(MEDIA_PATH, view, id)} className="media-card">
        <MediumThumbnail kind={kind} address={thumbnail} />
        <span className="media-card-title">{title}</span>
        <span className="media-card-facts">{[...facts, ...(isUsed ? [] : ["inutilisé"])].join(" · ")}</span>
      </Link>
      {!isUsed && <SelectBox id={id} subject={title} className="media-tick" />}
      <div className="mt-1 flex flex-wrap gap-1">
        {kind === "image" && alt === "" && state === "ready" && (
          <Badge variant="secondary">Sans texte alternatif</Badge>
        )}
        {(state === "waiting" || state === "working") && <Badge variant="secondary">En préparation…</Badge>}
        {state === "failed" && <Badge>Échec</Badge>}
      </div>
      {state === "failed" && (
        <div className="mt-1 grid justify-items-start gap-2">
          <p className="text-sm break-words text-blood-dark">{failure}</p>
          <ActionButton
            label="Réessayer"
            icon="refresh-cw"
            subject={title}
            fields={{ intent: "retry", id: String(id) } satisfies Asking<typeof mediaIntents>}
          />
        </div>
      )}
    </li>
  )
}
