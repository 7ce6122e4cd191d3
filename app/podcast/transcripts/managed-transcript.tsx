import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { Badge } from "#app/kit/ui/badge.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { HistoryLink } from "#app/content/history-link.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { TranscriptionPanel } from "./command/transcription-panel.tsx"
import { EditTranscript } from "./edit-transcript.tsx"
import { TakeTranscript } from "./take-transcript.tsx"
import { deletionOf } from "./transcript-questions.ts"

type Props = {
  automatic: Omit<React.ComponentProps<typeof TranscriptionPanel>, "episode" | "has">
  episode: { episodeId: number; title: string; guest: string; audioUrl: string | null }
  transcript: {
    version: number
    packed: string
    count: number
    speakers: string[]
    isPublished: boolean
    changedOn: string
  } | null
  versions: { id: number; savedOn: string; savedBy: string | null }[]
  response: FormResponse | null | undefined
}

/** The transcript of an episode: taken from somewhere, corrected beside its sound, published. */
export function ManagedTranscript({ episode, transcript, versions, automatic, response }: Props) {
  const answerTo = (intent: string) => (response?.values.intent === intent ? response : undefined)
  const automaticPanel = <TranscriptionPanel {...automatic} episode={episode} has={transcript} />
  if (!transcript) {
    return (
      <>
        {automatic.isSet && automaticPanel}
        <Panel title={episode.title}>
          <p className="mb-5">Cet épisode n’a pas encore de transcription.</p>
          <TakeTranscript id={episode.episodeId} response={answerTo("take")} />
        </Panel>
        {!automatic.isSet && automaticPanel}
      </>
    )
  }
  const { count, speakers, isPublished, changedOn } = transcript
  const id = String(episode.episodeId)
  return (
    <>
      <Panel
        title={episode.title}
        aside={
          <Badge variant={isPublished ? "default" : "secondary"}>
            {isPublished ? "Publiée" : "Brouillon"}
          </Badge>
        }
      >
        <p className="text-paper-ink">
          {count.toLocaleString("fr-FR")} {count > 1 ? "phrases" : "phrase"}
          {speakers.length > 0 && ` · ${speakers.join(", ")}`} · {changedOn}
        </p>
        <div className="mt-4 flex flex-wrap items-center gap-3">
          {isPublished ? (
            <ActionButton label="Dépublier" icon="eye-off" fields={{ intent: "unpublish", id }} />
          ) : (
            <ActionButton label="Publier" icon="eye" fields={{ intent: "publish", id }} />
          )}
          <a href={`/episodes/${episode.episodeId}#transcription`} className="office-button">
            Voir sur le site
          </a>
          <ConfirmButton label="Supprimer" icon="trash" subject={episode.title} {...deletionOf(episode)} />
          <HistoryLink kind="transcript" id={episode.episodeId} subject={episode.title} />
        </div>
      </Panel>
      <Panel title="Corriger">
        <EditTranscript
          audioUrl={episode.audioUrl}
          transcript={{ ...transcript, id: episode.episodeId }}
          response={answerTo("save")}
        />
      </Panel>
      <Panel title="Versions">
        <ul className="grid gap-2">
          {versions.map(({ id: versionId, savedOn, savedBy }, index) => (
            <li key={versionId} className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <span>
                {savedOn}
                {savedBy && ` · ${savedBy}`}
              </span>
              {index === 0 ? (
                <Badge variant="secondary">Actuelle</Badge>
              ) : (
                <ActionButton
                  label="Reprendre"
                  icon="rotate-ccw"
                  subject={savedOn}
                  fields={{ intent: "restore", id, versionId: String(versionId) }}
                />
              )}
            </li>
          ))}
        </ul>
      </Panel>
      {automaticPanel}
      <Panel title="Remplacer">
        <p className="mb-5">
          Un autre texte prend la place de celui-ci, qui reste parmi les versions.
          {isPublished && " Il sera publié aussitôt."}
        </p>
        <TakeTranscript id={episode.episodeId} response={answerTo("take")} />
      </Panel>
    </>
  )
}
