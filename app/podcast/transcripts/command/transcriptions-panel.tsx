import { Link } from "react-router"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { transcriptAddress } from "../transcripts.copy.ts"
import type { Transcription } from "./find-transcriptions.server.ts"
import { NOT_SET, TRANSCRIPTION } from "./transcription.copy.ts"
import { TranscriptionStatus } from "./transcription-status.tsx"
import { useFreshState } from "#app/kit/form/use-fresh-state.ts"

type Props = { isSet: boolean; rows: Transcription[]; count: number; failed: boolean }

/** All that the host's program is at, will be at, or could not do. */
export function TranscriptionsPanel({ isSet, rows, count, failed }: Props) {
  useFreshState(rows.some(({ state }) => state === "waiting" || state === "working"))
  return (
    <Panel title={TRANSCRIPTION}>
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
        <ul className="manager-rows">
          {rows.map((row) => (
            <li key={row.episodeId} className="manager-row">
              <div className="manager-row-line">
                <p className="manager-row-title">
                  <Link to={transcriptAddress(row.episodeId)} className="hover:underline">
                    {row.title}
                  </Link>
                </p>
              </div>
              <div className="manager-row-detail grid gap-3">
                <TranscriptionStatus {...row} />
                <RowAction {...row} isSet={isSet} />
              </div>
            </li>
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
    return (
      <div>
        <ActionButton label="Annuler" icon="x" subject={title} fields={{ intent: "cancel", id }} />
      </div>
    )
  if (state !== "failed" || !isSet) return null
  return (
    <div>
      <ActionButton
        label="Réessayer"
        icon="rotate-ccw"
        subject={title}
        fields={{ intent: "transcribe", id }}
      />
    </div>
  )
}
