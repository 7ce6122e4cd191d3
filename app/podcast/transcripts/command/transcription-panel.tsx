import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { adoptionOf, discardOf } from "../transcript-questions.ts"
import type { OneTranscription } from "./find-transcriptions.server.ts"
import { NO_SOUND, NOT_SET, TRANSCRIPTION } from "./transcription.copy.ts"
import { TranscriptionStatus } from "./transcription-status.tsx"
import { useFreshState } from "#app/kit/form/use-fresh-state.ts"

type Props = {
  episode: { episodeId: number; title: string; audioUrl: string | null }
  /** The site has a program for it. */
  isSet: boolean
  transcription: OneTranscription | null
  /** What the episode has already, which is published or not. */
  has: { isPublished: boolean } | null
}

/** Has an episode written down by the host's program, and shows how far that is. */
export function TranscriptionPanel({ episode, isSet, transcription, has }: Props) {
  const isOpen = transcription?.state === "waiting" || transcription?.state === "working"
  useFreshState(isOpen)
  const id = String(episode.episodeId)
  const canAsk = isSet && !isOpen && episode.audioUrl !== null
  return (
    <Panel title={TRANSCRIPTION}>
      <div className="grid gap-4">
        {transcription && <TranscriptionStatus {...transcription} />}
        {!isSet && <p>{NOT_SET}</p>}
        {isSet && episode.audioUrl === null && <p>{NO_SOUND}</p>}
        {canAsk && !transcription?.beside && (
          <p className="text-paper-ink">
            {has
              ? "Le programme de votre serveur écoute l’épisode à nouveau. Ce qu’il écrit reste à côté de la transcription actuelle."
              : "Le programme de votre serveur écoute l’épisode et écrit un brouillon, à relire avant de le publier."}
          </p>
        )}
        {transcription?.beside && (
          <details>
            <summary>Le début de ce qu’il a écrit</summary>
            <p className="mt-2 max-w-prose">{transcription.beside.map(({ text }) => text).join(" ")}</p>
          </details>
        )}
        <div className="flex flex-wrap gap-3 empty:hidden">
          {transcription?.beside && (
            <>
              <ConfirmButton label="Prendre ce texte" icon="check" {...adoptionOf(episode, has)} />
              <ConfirmButton label="Écarter" icon="trash" {...discardOf(episode)} />
            </>
          )}
          {isOpen && <ActionButton label="Annuler" icon="x" fields={{ intent: "cancel", id }} />}
          {canAsk && (
            <ActionButton
              label={transcription ? "Transcrire à nouveau" : "Transcrire"}
              icon="captions"
              fields={{ intent: "transcribe", id }}
            />
          )}
        </div>
      </div>
    </Panel>
  )
}
