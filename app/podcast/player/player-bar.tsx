import type { KeyboardEvent, RefObject } from "react"
import { Link } from "react-router"
import { smallerPicture } from "#app/kit/lib/media.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import { PosterImage } from "#app/kit/ui/poster-image.tsx"
import { usePodcast } from "../../base/settings/use-podcast.ts"
import { STEP_S } from "./audio-commands.ts"
import { PlayButton } from "./play-button.tsx"
import { PlayerChapters } from "./player-chapters.tsx"
import { PlayerProgress } from "./player-progress.tsx"
import { usePlayer } from "./player-context.ts"
import { commandOf } from "./player-keys.ts"
import { SharePlaceButton } from "./share-buttons.tsx"
import { SpeedSelect } from "./speed-select.tsx"
import { IN_PREVIEW, type Track } from "./track.ts"

type Props = { audioRef: RefObject<HTMLAudioElement | null>; track: Track }

/** What is playing, at the bottom of every page until it is closed. */
export function PlayerBar({ audioRef, track }: Props) {
  const { status, isPlaying, chapters, play, pause, skip, stop } = usePlayer()
  const commands = {
    toggle: () => (isPlaying ? pause() : play()),
    back: () => skip(-STEP_S),
    forward: () => skip(STEP_S),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event
    const on = event.target instanceof Element ? event.target.tagName : ""
    const command = commandOf({ key, altKey, ctrlKey, metaKey, shiftKey, on })
    if (!command) return
    event.preventDefault()
    commands[command]()
  }
  const close = () => {
    stop()
    // The focus was on what is gone now.
    document.getElementById("contenu")?.focus({ preventScroll: true })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Keys rise to it from its buttons.
    <section aria-label="Lecteur audio" tabIndex={-1} onKeyDown={onKeyDown} className="player">
      <div className="player-rows wrap">
        <PlayButton onPress={commands.toggle} />
        <Playing track={track} />
        {status !== "failed" && chapters.length > 0 && (
          <PlayerChapters audioRef={audioRef} chapters={chapters} />
        )}
        <PlayerProgress audioRef={audioRef} track={track} />
        {status !== "failed" && <SpeedSelect audioRef={audioRef} />}
        {status !== "failed" && track.episodeId !== IN_PREVIEW && <SharePlaceButton track={track} />}
        <button
          type="button"
          onClick={close}
          aria-label="Fermer le lecteur"
          className="player-button player-close"
        >
          <Icon name="x" className="size-6" />
        </button>
      </div>
    </section>
  )
}

/** What is playing, and the way to its page. */
function Playing({ track }: { track: Track }) {
  const { name: podcast } = usePodcast()
  const className = "player-track group flex min-h-11 min-w-0 items-center gap-3"
  const named = (
    <>
      <span className="hidden w-24 flex-none border-2 border-paper lg:block">
        <PosterImage
          src={smallerPicture(track.imageUrl, 320)}
          fallback={track.guest || track.title}
          variant={track.episodeId}
        />
      </span>
      <span className="min-w-0 flex-1">
        <span className="poster block truncate pb-0.5 text-xl underline-offset-4 group-hover:underline">
          {track.guest || track.title}
        </span>
        <span className="block truncate text-sm leading-tight text-paper-dim">
          {track.guest ? track.title : podcast}
        </span>
      </span>
    </>
  )
  if (track.episodeId === IN_PREVIEW) return <div className={className}>{named}</div>
  return (
    <Link to={`/episodes/${track.episodeId}`} className={className}>
      {named}
    </Link>
  )
}
