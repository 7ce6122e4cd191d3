import { Link } from "react-router"
import { ListRow } from "#app/content/lists/list-row.tsx"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { EpisodeLink, TranscriptLink } from "../transcript-links.tsx"
import type { Transcription } from "./find-transcriptions.server.ts"
import { NOT_SET, TRANSCRIPTION } from "./transcription.copy.ts"
import { tellTranscription } from "./transcription-status.tsx"
import { useFreshState } from "#app/kit/form/use-fresh-state.ts"

type Props = { isSet: boolean; rows: Transcription[]; count: number; failed: boolean }

/** All that the host's program is at, will be at, or could not do. */
export function TranscriptionsPanel({ isSet, rows, count, failed }: Props) {
  useFreshState(rows.some(({ state }) => state === "waiting" || state === "working"))
  return (
    <Panel title={TRANSCRIPTION} isPlain>
      {failed && <p role="alert">Impossible de charger les transcriptions</p>}
      {!isSet && <p>{NOT_SET}</p>}
      {isSet && rows.length === 0 && !failed && (
        <p>
          Rien n’attend. Pour transcrire plusieurs épisodes, sélectionnez-les dans{" "}
          <Link to="/admin/episodes" className="underline">
            leur liste
          </Link>
          .
        </p>
      )}
      {rows.length > 0 && (
        <ul className="list-rows">
          {rows.map((row) => (
            <ListRow
              key={row.episodeId}
              subject={row.title}
              title={<TranscriptLink {...row} />}
              facts={row.state === "failed" ? <strong>{row.failure}</strong> : tellTranscription(row)}
              action={<RowAction {...row} isSet={isSet} />}
              more={<EpisodeLink {...row} />}
            />
          ))}
        </ul>
      )}
      {count > rows.length && <p className="mt-4">Et {count - rows.length} autres.</p>}
    </Panel>
  )
}

function RowAction({ episodeId, title, state, isSet }: Transcription & { isSet: boolean }) {
  const id = String(episodeId)
  if (state === "waiting" || state === "working")
    return <ActionButton label="Annuler" icon="x" subject={title} fields={{ intent: "cancel", id }} />
  if (state !== "failed" || !isSet) return null
  return (
    <ActionButton label="Réessayer" icon="rotate-ccw" subject={title} fields={{ intent: "transcribe", id }} />
  )
}
