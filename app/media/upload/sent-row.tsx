import { useId } from "react"
import { Link } from "react-router"
import { Icon } from "#app/kit/ui/icon.tsx"
import { mediumPage } from "../media.copy.ts"
import { wordsOf } from "./transfer-words.ts"
import { cancel, isOver, retry, type Sent } from "./upload-queue.ts"

/** One file on its way: how far it is, and what one can do about it. */
export function SentRow({ sent, onGone }: { sent: Sent; onGone: () => void }) {
  const { id, file, phase, bytes } = sent
  const nameId = useId()
  const isDone = phase === "done"
  const subject = <span className="sr-only"> : {file.name}</span>
  return (
    <li className="upload-row">
      <div className="min-w-0 flex-1">
        <p id={nameId} className="truncate font-semibold">
          {isDone && sent.medium ? (
            <Link to={mediumPage(sent.medium.id)} className="underline">
              {sent.medium.title}
            </Link>
          ) : (
            file.name
          )}
        </p>
        {!isOver(sent) && (
          <progress
            aria-labelledby={nameId}
            max={file.size || 1}
            // Without a value it runs to and fro: nobody knows how long that takes.
            value={phase === "processing" ? undefined : bytes}
            className="upload-progress"
          />
        )}
        <p className={`text-sm ${phase === "failed" ? "text-blood-dark" : "text-paper-ink"}`}>
          {wordsOf(sent)}
        </p>
      </div>
      {phase === "failed" && sent.canRetry && (
        <button type="button" onClick={() => retry(id)} className="office-button">
          <Icon name="rotate-ccw" />
          <span>Réessayer{subject}</span>
        </button>
      )}
      {!isDone && (
        <button
          type="button"
          onClick={() => {
            onGone()
            cancel(id)
          }}
          className="office-button office-button-quiet px-0"
        >
          <Icon name="x" />
          <span className="sr-only">{phase === "failed" ? "Retirer de la liste" : "Annuler"}</span>
          {subject}
        </button>
      )}
    </li>
  )
}
