import type { Transcription } from "./find-transcriptions.server.ts"

type Props = Pick<
  Transcription,
  "title" | "state" | "isRunning" | "progress" | "rest" | "failure" | "words" | "endedOn" | "besideCount"
> & {
  /** How many come before it. */
  ahead?: number
}

/** How far the writing down of an episode is, or what came of it. */
export function TranscriptionStatus(shown: Props) {
  const { title, state, progress, failure, words } = shown
  if (state === "working")
    return (
      <div className="grid max-w-md gap-1">
        <p role="status">{tellTranscription(shown)}</p>
        <progress
          aria-label={`Transcription de «\u00a0${title}\u00a0»`}
          max={100}
          value={progress ?? undefined}
          className="upload-progress"
        />
      </div>
    )
  if (state === "failed")
    return (
      <div className="grid min-w-0 gap-2">
        <p className="font-semibold text-brick-deep">{failure}</p>
        {words !== "" && (
          <details>
            <summary>Ses derniers mots</summary>
            <pre className="mt-2 max-w-full overflow-x-auto text-sm whitespace-pre-wrap break-words">
              {words}
            </pre>
          </details>
        )}
      </div>
    )
  return <p>{tellTranscription(shown)}</p>
}

/** The same in a line. */
export function tellTranscription({ state, ahead = 0, ...shown }: Props) {
  const { isRunning, progress, rest, failure, endedOn, besideCount } = shown
  switch (state) {
    case "waiting":
      return ahead > 0 ? `En attente\u00a0: ${ahead} avant celle-ci.` : "En attente."
    case "working":
      if (!isRunning) return "Préparation du son…"
      if (progress === null) return "Le programme écoute…"
      return [`${progress}\u00a0%`, rest].filter(Boolean).join(" · ")
    case "failed":
      return failure
    case "cancelled":
      return `Annulée, ${endedOn}.`
    default:
      if (besideCount === 0) return `Terminée, ${endedOn}.`
      return `${besideCount} ${besideCount > 1 ? "phrases écrites" : "phrase écrite"}, à côté de la transcription que l’épisode avait déjà.`
  }
}
