import { type Chapter, writeClock } from "#app/kit/lib/chapters.ts"
import { smallerPicture } from "#app/kit/lib/media.ts"
import { usePlayer } from "../player/player-context.ts"
import type { Track } from "../player/track.ts"

type Props = {
  moment: Pick<Chapter, "start" | "title" | "imageUrl">
  /** What it is a moment of; where there is no sound, it is read. */
  track: Track | undefined
}

/** A moment of an episode, which plays from there. */
export function MomentLink({ moment, track }: Props) {
  const player = usePlayer()
  const seconds = moment.start / 1_000
  const shown = (
    <>
      <time className="chapter-time">{writeClock(Math.floor(seconds) * 1_000)}</time>
      {moment.imageUrl && (
        <img
          src={smallerPicture(moment.imageUrl, 160)}
          alt=""
          width={48}
          height={48}
          loading="lazy"
          className="size-12 flex-none object-cover"
        />
      )}
      <span className="min-w-0 break-words">{moment.title}</span>
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
