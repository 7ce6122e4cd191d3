import type { Chapter } from "#app/kit/lib/chapters.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import { usePlayer } from "../player/player-context.ts"
import type { Track } from "../player/track.ts"
import { useCurrentChapter } from "../player/use-current-chapter.ts"
import { MomentLink } from "./moment-link.tsx"
import { Moments } from "./moments.tsx"

type Props = {
  chapters: Chapter[]
  /** What they are chapters of; where there is no sound, they are read. */
  track: Track | undefined
}

/** An episode's chapters: each plays from where it begins. */
export function ChapterList({ chapters, track }: Props) {
  const { audioRef, track: playing } = usePlayer()
  const at = useCurrentChapter(audioRef, chapters)
  if (chapters.length === 0) return null
  const isPlaying = track !== undefined && playing?.episodeId === track.episodeId
  return (
    <Moments id="chapitres" title="Chapitres">
      {chapters.map((chapter, index) => (
        <li key={chapter.start} className="chapter" aria-current={(isPlaying && index === at) || undefined}>
          <MomentLink moment={chapter} track={track} />
          {chapter.linkUrl && (
            <a
              href={chapter.linkUrl}
              rel="noopener"
              aria-label={`Le lien du chapitre « ${chapter.title} »`}
              className="chapter-link"
            >
              <Icon name="link" className="size-5" />
            </a>
          )}
        </li>
      ))}
    </Moments>
  )
}
