import type { RefObject } from "react"
import type { Chapter } from "#app/kit/lib/chapters.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import { usePlayer } from "./player-context.ts"
import { useCurrentChapter } from "./use-current-chapter.ts"

type Props = { audioRef: RefObject<HTMLAudioElement | null>; chapters: readonly Chapter[] }

/** What one hears of the episode, and the ways to the chapters beside it. */
export function PlayerChapters({ audioRef, chapters }: Props) {
  const { skipChapter } = usePlayer()
  const at = useCurrentChapter(audioRef, chapters)
  const current = chapters[at]
  const isLast = at === chapters.length - 1
  return (
    <div role="group" aria-label="Chapitres" className="player-chapters">
      <button
        type="button"
        onClick={() => skipChapter("earlier")}
        aria-disabled={at < 0}
        aria-label="Chapitre précédent"
        className="player-button player-chapter-way"
      >
        <span aria-hidden="true">‹</span>
      </button>
      <p className="min-w-0 flex-1 truncate text-center text-sm">
        <span className="font-semibold text-gold tabular-nums">
          {current ? `${at + 1}/${chapters.length}` : `${chapters.length} chapitres`}
        </span>{" "}
        {current?.title}
      </p>
      {current?.linkUrl && (
        <a
          href={current.linkUrl}
          target="_blank"
          rel="noopener"
          aria-label={`Le lien du chapitre « ${current.title} » (nouvel onglet)`}
          className="player-button"
        >
          <Icon name="link" className="size-5" />
        </a>
      )}
      <button
        type="button"
        onClick={() => skipChapter("later")}
        aria-disabled={isLast}
        aria-label="Chapitre suivant"
        className="player-button player-chapter-way"
      >
        <span aria-hidden="true">›</span>
      </button>
    </div>
  )
}
