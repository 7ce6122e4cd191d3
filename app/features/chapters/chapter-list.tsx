import { type Chapter, writeClock } from "#app/lib/chapters.ts"
import { smallerPicture } from "#app/lib/media.ts"
import { Icon } from "#app/ui/icon.tsx"
import { usePlayer } from "../player/player-context.ts"
import type { Track } from "../player/track.ts"
import { useCurrentChapter } from "../player/use-current-chapter.ts"

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
    <section className="wrap pt-12" aria-labelledby="chapitres">
      <div className="mx-auto max-w-4xl">
        <h2 id="chapitres" className="poster text-poster-sm">
          Chapitres
        </h2>
        <ol className="chapters">
          {chapters.map((chapter, index) => (
            <li
              key={chapter.start}
              className="chapter"
              aria-current={(isPlaying && index === at) || undefined}
            >
              <ChapterLink chapter={chapter} track={track} />
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
        </ol>
      </div>
    </section>
  )
}

function ChapterLink({ chapter, track }: { chapter: Chapter; track: Track | undefined }) {
  const player = usePlayer()
  const seconds = chapter.start / 1_000
  const shown = (
    <>
      <time className="chapter-time">{writeClock(Math.floor(seconds) * 1_000)}</time>
      {chapter.imageUrl && (
        <img
          src={smallerPicture(chapter.imageUrl, 160)}
          alt=""
          width={48}
          height={48}
          loading="lazy"
          className="size-12 flex-none object-cover"
        />
      )}
      <span className="min-w-0 break-words">{chapter.title}</span>
    </>
  )
  if (!track) return <p className="chapter-start">{shown}</p>
  return (
    <>
      <a
        href={`?t=${Math.floor(seconds)}`}
        data-scripted
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          player.play(track, seconds)
        }}
        className="chapter-start noscript:hidden"
      >
        {shown}
      </a>
      {/* A part of the file itself, as browsers play it by themselves. */}
      <noscript>
        <a href={`${track.audioUrl}#t=${seconds}`} className="chapter-start">
          {shown}
        </a>
      </noscript>
    </>
  )
}
