import type { Transcription } from "./find-transcriptions.server.ts"

type Props = Pick<
  Transcription,
  "title" | "state" | "isRunning" | "progress" | "rest" | "failure" | "words" | "endedOn" | "besideCount"
> & {
  /** How many come before it. */
  ahead?: number
}

/** How far the writing down of an episode is, or what came of it. */
export function TranscriptionStatus({ title, state, ahead = 0, ...shown }: Props) {
  if (state === "waiting")
    return <p>{ahead > 0 ? `En attente\u00a0: ${ahead} avant celle-ci.` : "En attente."}</p>
  if (state === "working") return <Working title={title} {...shown} />
  const { failure, words, endedOn, besideCount } = shown
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
  if (state === "cancelled") return <p>Annulée, {endedOn}.</p>
  return besideCount > 0 ? (
    <p>
      {besideCount} {besideCount > 1 ? "phrases écrites" : "phrase écrite"}, à côté de la transcription que
      l’épisode avait déjà.
    </p>
  ) : (
    <p>Terminée, {endedOn}.</p>
  )
}

function Working({
  title,
  isRunning,
  progress,
  rest,
}: Pick<Props, "title" | "isRunning" | "progress" | "rest">) {
  const said = !isRunning
    ? "Préparation du son…"
    : progress === null
      ? "Le programme écoute…"
      : [`${progress}\u00a0%`, rest].filter(Boolean).join(" · ")
  return (
    <div className="grid max-w-md gap-1">
      <p role="status">{said}</p>
      <progress
        aria-label={`Transcription de «\u00a0${title}\u00a0»`}
        max={100}
        value={progress ?? undefined}
        className="upload-progress"
      />
    </div>
  )
}
