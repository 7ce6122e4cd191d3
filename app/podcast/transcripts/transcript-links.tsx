import { Link } from "react-router"
import { Icon } from "#app/kit/ui/icon.tsx"
import { ROW } from "#app/kit/ui/row-keys.ts"
import { transcriptAddress } from "./transcripts.copy.ts"

type Props = { episodeId: number; title: string }

/** The title of a row, which leads to the episode's transcript. */
export function TranscriptLink({ episodeId, title }: Props) {
  return (
    <Link {...{ [`${ROW}-title`]: "" }} to={transcriptAddress(episodeId)} className="hover:underline">
      {title}
    </Link>
  )
}

/** Behind « … » of such a row. */
export function EpisodeLink({ episodeId, title }: Props) {
  return (
    <Link to={`/admin/episodes/${episodeId}`} className="item-link">
      <Icon name="mic" />
      Ouvrir l’épisode<span className="sr-only"> : {title}</span>
    </Link>
  )
}
