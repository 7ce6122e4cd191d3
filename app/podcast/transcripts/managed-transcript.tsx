import { HistoryLink } from "#app/content/history-link.tsx"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { Badge } from "#app/kit/ui/badge.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { TranscriptionPanel } from "./command/transcription-panel.tsx"
import { EditTranscript } from "./edit-transcript.tsx"
import { TakeTranscript } from "./take-transcript.tsx"
import { deletionOf } from "./transcript-questions.ts"

export type ManagedTranscriptProps = {
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
  /** Its sound is played by the page that it stands on. */
  isInStudio?: boolean
}

/** The transcript of an episode: taken from somewhere, corrected beside its sound, published. */
export function ManagedTranscript({
  episode,
  transcript,
  versions,
  automatic,
  response,
  isInStudio = false,
}: ManagedTranscriptProps) {
  const answerTo = (intent: string) => (response?.values.intent === intent ? response : undefined)
  // How a program is set up is not a matter of one episode.
  const automaticPanel = (automatic.isSet || !isInStudio) && (
    <TranscriptionPanel {...automatic} episode={episode} has={transcript} />
  )
  if (!transcript) {
    return (
      <>
        {automatic.isSet && automaticPanel}
        <Panel title={isInStudio ? "Coller un texte, ou un autre format" : episode.title}>
          <p className="mb-5">
            Cet épisode n’a pas encore de transcription. Le texte que vous reprenez ici devient un brouillon,
            à relire avant de le publier.
          </p>
          <TakeTranscript id={episode.episodeId} response={answerTo("take")} />
        </Panel>
        {!automatic.isSet && automaticPanel}
      </>
    )
  }
  const { count, speakers, isPublished, changedOn } = transcript
  const id = String(episode.episodeId)
  const Part = isInStudio ? FoldedPart : Panel
  const editor = (
    <EditTranscript
      audioUrl={isInStudio ? null : episode.audioUrl}
      transcript={{ ...transcript, id: episode.episodeId }}
      response={answerTo("save")}
    />
  )
  return (
    <>
      <Panel
        title={isInStudio ? "Transcription" : episode.title}
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
        {isInStudio && <div className="mt-5">{editor}</div>}
      </Panel>
      {!isInStudio && <Panel title="Corriger">{editor}</Panel>}
      <Part title="Versions">
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
      </Part>
      {automaticPanel}
      <Part title="Remplacer">
        <p className="mb-5">
          Un autre texte prend la place de celui-ci, qui reste parmi les versions.
          {isPublished && " Il sera publié aussitôt."}
        </p>
        <TakeTranscript id={episode.episodeId} response={answerTo("take")} />
      </Part>
    </>
  )
}

/** Folded up on a page that is about more. */
function FoldedPart({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <details className="item-panel block">
      <summary className="log-summary">{title}</summary>
      <div className="mt-3">{children}</div>
    </details>
  )
}
