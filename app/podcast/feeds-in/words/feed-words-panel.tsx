import { Link } from "react-router"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { findFeedWords } from "./feed-words-queue.server.ts"

type Props = Awaited<ReturnType<typeof findFeedWords>>

/** How far the reading of what feeds keep in files of their own is, and what could not be read. */
export function FeedWordsPanel({ all, waiting, failed, failedCount }: Props) {
  if (all === 0) return null
  return (
    <Panel title="Transcriptions et chapitres des flux">
      <p className="max-w-[75ch]">
        {waiting > 0
          ? `${waiting} ${waiting > 1 ? "épisodes attendent" : "épisode attend"} que le site lise ce que leur flux en dit ailleurs.`
          : `Le site a lu ce que les flux disent de ${all} ${all > 1 ? "épisodes" : "épisode"}.`}
      </p>
      {failedCount > 0 && (
        <div className="mt-4 grid gap-4">
          <p className="font-semibold">
            {failedCount} {failedCount > 1 ? "n’ont pas pu être lus" : "n’a pas pu être lu"}
            {"\u00a0"}:
          </p>
          <ul className="grid gap-2">
            {failed.map(({ episodeId, title, failure }) => (
              <li key={episodeId} className="min-w-0 break-words">
                <Link to={`/admin/episodes/${episodeId}`} className="underline">
                  {title}
                </Link>
                <span className="block text-sm text-paper-ink">{failure}</span>
              </li>
            ))}
          </ul>
          {failedCount > failed.length && <p>Et {failedCount - failed.length} autres.</p>}
          <div>
            <ActionButton label="Réessayer" icon="rotate-ccw" fields={{ intent: "retry-words" }} />
          </div>
        </div>
      )}
    </Panel>
  )
}
