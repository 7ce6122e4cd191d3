import { type KeyboardEvent, type RefObject, useState } from "react"
import { Link } from "react-router"
import { usePodcast } from "#app/base/settings/use-podcast.ts"
import type { Chapter } from "#app/kit/lib/chapters.ts"
import { smallerPicture } from "#app/kit/lib/media.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import { Stroke } from "#app/kit/ui/stroke.tsx"
import { PosterImage } from "#app/kit/ui/poster-image.tsx"
import { STEP_S } from "./audio-commands.ts"
import { usePlayer } from "./player-context.ts"
import { commandOf } from "./player-keys.ts"
import { PlayerProgress } from "./player-progress.tsx"
import { SharePlaceButton } from "./share-buttons.tsx"
import { formatSpeed, keepSpeed, readSpeed, SPEEDS } from "./speeds.ts"
import { IN_PREVIEW, type Track } from "./track.ts"
import { useCurrentChapter } from "./use-current-chapter.ts"

type Props = { audioRef: RefObject<HTMLAudioElement | null>; track: Track }

/** What is playing, at the bottom of every page until it is closed. */
export function PlayerBar({ audioRef, track }: Props) {
  const { status, isPlaying, chapters, play, pause, skip, stop } = usePlayer()
  const [isFolded, setIsFolded] = useState(true)
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
    <section
      aria-label="Lecteur audio"
      tabIndex={-1}
      onKeyDown={onKeyDown}
      data-folded={isFolded || undefined}
      className="player"
    >
      <div className="player-rows wrap">
        <PlayButton onPress={commands.toggle} />
        <Playing track={track} />
        {status !== "failed" && chapters.length > 0 && (
          <PlayerChapters audioRef={audioRef} chapters={chapters} />
        )}
        <PlayerProgress audioRef={audioRef} track={track} />
        {status !== "failed" && <SpeedSelect audioRef={audioRef} />}
        {status !== "failed" && track.episodeId !== IN_PREVIEW && <SharePlaceButton track={track} />}
        {status !== "failed" && (
          <button
            type="button"
            onClick={() => setIsFolded(!isFolded)}
            aria-expanded={!isFolded}
            aria-label="Autres commandes"
            className="player-button player-more"
          >
            <Stroke path={isFolded ? "M5 15l7-7 7 7" : "M5 9l7 7 7-7"} className="size-6" />
          </button>
        )}
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

/** The bar's big button, with a turning ring while the file is awaited. */
function PlayButton({ onPress }: { onPress: () => void }) {
  const { status, isPlaying } = usePlayer()
  const isLoading = status === "loading"
  return (
    <>
      <button
        type="button"
        onClick={onPress}
        aria-label={isPlaying ? "Mettre en pause" : "Lire"}
        aria-busy={isLoading}
        className="player-play relative grid size-12 place-items-center bg-blood text-on-blood hover:bg-blood-held md:size-14"
      >
        <Icon name={isPlaying ? "pause" : "play"} className="size-6 fill-current" />
        {isLoading && (
          <span className="appear-late absolute inset-1">
            <span className="block size-full rounded-full border-3 border-gold border-t-transparent motion-safe:animate-spin" />
          </span>
        )}
      </button>
      <span role="status" className="sr-only">
        {isLoading && "Chargement de l’épisode..."}
      </span>
    </>
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
          fallback={track.guest || null}
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

type PlayerChaptersProps = { audioRef: RefObject<HTMLAudioElement | null>; chapters: readonly Chapter[] }

/** What one hears of the episode, and the ways to the chapters beside it. */
function PlayerChapters({ audioRef, chapters }: PlayerChaptersProps) {
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

/** How fast all episodes are played. It only shows in a bar that a press opened, so the browser's memory is at hand. */
function SpeedSelect({ audioRef }: { audioRef: RefObject<HTMLAudioElement | null> }) {
  const [speed, setSpeed] = useState(readSpeed)
  const change = (chosen: number) => {
    setSpeed(chosen)
    keepSpeed(chosen)
    if (audioRef.current) audioRef.current.playbackRate = audioRef.current.defaultPlaybackRate = chosen
  }
  return (
    <select
      value={speed}
      onChange={(event) => change(Number(event.currentTarget.value))}
      aria-label="Vitesse de lecture"
      className="player-speed"
    >
      {SPEEDS.map((choice) => (
        <option key={choice} value={choice}>
          {formatSpeed(choice)}
        </option>
      ))}
    </select>
  )
}
