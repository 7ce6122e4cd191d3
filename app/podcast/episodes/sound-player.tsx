import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react"
import { type ChapterLine, parseClock, readLine, writeClock } from "#app/kit/lib/chapters.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import { seek, STEP_S } from "../player/audio-commands.ts"
import { outlineOf } from "../player/outline.ts"
import { commandOf } from "../player/player-keys.ts"
import { formatTime } from "../player/times.ts"
import { usePageKeys } from "../player/use-page-keys.ts"

type Props = {
  address: string
  name: string
  facts: string
  bars: string | null
  /** Until the file says it. */
  durationSeconds: number | null
  chaptersField: string
  /** What else is done with the sound. */
  children: React.ReactNode
}

/** The one player of a studio: what stands in its form finds it there (chapters/use-form-sound.ts). */
export function SoundPlayer({ address, name, facts, bars, durationSeconds, chaptersField, children }: Props) {
  const audio = useRef<HTMLAudioElement>(null)
  const { at, duration, isPlaying, hasFailed, move, events } = usePlace(audio, durationSeconds ?? 0)
  const marks = useMarks(audio, chaptersField)
  const toggle = () => {
    if (!audio.current) return
    if (audio.current.paused) void audio.current.play().catch(() => {})
    else audio.current.pause()
  }
  const commands = { toggle, back: () => move(at - STEP_S), forward: () => move(at + STEP_S) }
  usePageKeys((key, on) => {
    // Arrows move the page, and a space opens what it is on.
    if (key.startsWith("Arrow") || (key === " " && on.closest("a, summary"))) return false
    const command = commandOf({ ...ALONE, key, on: on.tagName })
    if (command) commands[command]()
    return command !== undefined
  })
  const nearest = Math.round(at)

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- What is heard is not written down yet. */}
      <audio
        {...events}
        data-sound
        ref={audio}
        src={address}
        // Another host hears of it when it is played.
        preload={address.startsWith("/") ? "metadata" : "none"}
      />
      <noscript>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- As above. */}
        <audio controls preload="none" src={address} aria-label="Écouter" className="w-full" />
      </noscript>
      <div className="sound-head">
        <button
          type="button"
          onClick={toggle}
          aria-label={isPlaying ? "Mettre en pause" : "Écouter"}
          title="Espace ou K ; J et L reculent et avancent"
          className="sound-play noscript:hidden"
        >
          <Icon name={isPlaying ? "pause" : "play"} className="size-5 fill-current" />
        </button>
        <p>
          <strong className="sound-name">{name || "Le son"}</strong>
          <span className="sound-facts">
            {hasFailed && <strong>Le son ne se charge pas à cette adresse. </strong>}
            {facts}
          </span>
        </p>
        <output className="sound-place">{at > 0 && formatTime(at)}</output>
        {children}
      </div>
      <div className="sound-wave">
        <Outline bars={bars} share={duration > 0 ? at / duration : 0} />
        {duration > 0 && (
          <input
            type="range"
            className="noscript:hidden"
            min={0}
            max={Math.floor(duration)}
            value={nearest}
            onChange={(event) => move(event.target.valueAsNumber)}
            aria-label="Place dans le son"
            aria-valuetext={writeClock(nearest * 1_000)}
          />
        )}
      </div>
      {duration > 0 && marks.length > 0 && <Marks marks={marks} duration={duration} />}
    </>
  )
}

/** The outline with what was heard of it in gold; a line where none is known. */
function Outline({ bars, share }: { bars: string | null; share: number }) {
  const { viewBox, path } = bars ? outlineOf(bars) : { viewBox: "0 0 100 100", path: "M0 48h100v4h-100z" }
  const [, , width = "100"] = viewBox.split(" ")
  return (
    <svg viewBox={viewBox} preserveAspectRatio="none" aria-hidden="true">
      <clipPath id="sound-wave">
        <path d={path} />
      </clipPath>
      <g clipPath="url(#sound-wave)">
        <rect width="100%" height="100%" className="sound-wave-rest" />
        <rect width={share * Number(width)} height="100%" className="sound-wave-heard" />
      </g>
    </svg>
  )
}

const ALONE = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }

type Mark = { start: number; title: string }

/** Where chapters begin, each as wide as it lasts. */
function Marks({ marks, duration }: { marks: Mark[]; duration: number }) {
  return (
    <ol className="sound-marks">
      {marks
        .filter(({ start }) => start < duration)
        .map(({ start, title }, index, all) => {
          const end = all[index + 1]?.start ?? duration
          const share = (seconds: number) => `${(100 * seconds) / duration}%`
          return (
            <li
              key={`${start} ${index}`}
              style={{ left: share(start), width: share(end - start) }}
              title={title}
            >
              {title}
            </li>
          )
        })}
    </ol>
  )
}

/** The chapters as they are typed in the same form. */
function useMarks(inForm: RefObject<HTMLElement | null>, field: string) {
  // The text, which is the same while nothing is written: what draws the slider anew as it moves takes its move back.
  const [text, setText] = useState("")
  useEffect(() => {
    const form = inForm.current?.closest("form")
    if (!form) return
    const follow = () => {
      const lines = form.elements.namedItem(field)
      if (lines instanceof HTMLTextAreaElement) setText(lines.value)
    }
    follow()
    form.addEventListener("input", follow)
    return () => form.removeEventListener("input", follow)
  }, [inForm, field])
  return text
    .split("\n")
    .flatMap((line) => markOf(readLine(line)) ?? [])
    .toSorted((one, other) => one.start - other.start)
}

function markOf({ clock, title }: ChapterLine): Mark | undefined {
  const start = parseClock(clock)
  return start === undefined ? undefined : { start: start / 1_000, title: title.trim() || clock.trim() }
}

/** Where a sound is, and how long it lasts, in seconds. */
function usePlace(audio: RefObject<HTMLAudioElement | null>, known: number) {
  const [{ at, duration, isPlaying, hasFailed }, setPlace] = useState({
    at: 0,
    duration: known,
    isPlaying: false,
    hasFailed: false,
  })
  const follow = () => {
    const { current: element } = audio
    if (!element) return
    setPlace((place) => ({
      // On its way it may say where it was before, and a second press would begin there.
      at: element.seeking ? place.at : element.currentTime,
      // A sound that is loaded anew has none for a moment: without its slider, who presses keys there would lose their place.
      duration: Number.isFinite(element.duration) ? element.duration : place.duration || known,
      isPlaying: !element.paused,
      hasFailed: element.error !== null,
    }))
  }
  // It may have failed, or be known, before the page's scripts were there to hear of it.
  const catchUp = useEffectEvent(follow)
  useEffect(() => {
    const timer = setTimeout(() => catchUp())
    return () => clearTimeout(timer)
  }, [])
  return {
    at,
    duration: duration || known,
    isPlaying,
    hasFailed,
    /** The sound says so only later: a second press goes on from here. */
    move(seconds: number) {
      if (!audio.current) return
      seek(audio.current, seconds)
      setPlace((place) => ({ ...place, at: Math.max(0, Math.min(seconds, duration || Infinity)) }))
    },
    events: {
      onTimeUpdate: follow,
      onSeeked: follow,
      onDurationChange: follow,
      onLoadedMetadata: follow,
      onPlay: follow,
      onPause: follow,
      onError: follow,
    },
  }
}
