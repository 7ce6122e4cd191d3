import { useRef, useState } from "react"
import { Icon } from "#app/kit/ui/icon.tsx"
import { usePlayer } from "../player/player-context.ts"
import type { Track } from "../player/track.ts"
import type { Format } from "./formats/names.ts"
import { copyQuotation } from "./quotation.ts"
import { focusBeside, timeOf } from "./sentences.ts"
import { Tick } from "./tick.tsx"
import { useFollowing } from "./use-following.ts"
import { useTextSearch } from "./use-text-search.ts"

type Props = {
  /** As `writeTranscriptHtml` makes it; empty where the page brought it drawn (http/hydration-data.server.ts). */
  html: string
  formats: Format[]
  episode: { id: number; title: string; guest: string }
  /** What it is the text of; nothing where there is no sound. */
  track: Track | undefined
}

/** The id of its heading. */
export const TRANSCRIPT = "transcription"

/** Before one is led to it: links do not open what is folded. */
export function unfoldTranscript() {
  document.getElementById(TRANSCRIPT)?.closest("details")?.setAttribute("open", "")
}

const LABELS: Record<Format, string> = {
  vtt: "VTT",
  srt: "SRT",
  json: "JSON",
  html: "HTML",
  txt: "Texte",
}

/** All that is said in an episode, folded at first; it follows the player, and plays from the sentence that is chosen. */
export function Transcript({ html, formats, episode, track }: Props) {
  // As it first came: drawn anew after a comment, say, it would lose what is marked in it.
  const [drawn] = useState(() => ({ __html: html }))
  const player = usePlayer()
  const box = useRef<HTMLDivElement>(null)
  const isCurrent = track !== undefined && player.track?.episodeId === track.episodeId
  const [isFollowing, setIsFollowing] = useState(true)
  useFollowing(box, isCurrent ? player.audioRef : null, isFollowing)
  // What is looked for stays in sight.
  const search = useTextSearch(box, () => setIsFollowing(false))

  const jump = (target: EventTarget) => {
    const seconds = timeOf(target)
    if (seconds === undefined || !track) return false
    player.play(track, seconds)
    setIsFollowing(true)
    return true
  }
  return (
    <section className="wrap pt-12" aria-labelledby={TRANSCRIPT}>
      <details className="transcript mx-auto max-w-4xl">
        <summary className="transcript-summary">
          <h2 id={TRANSCRIPT} className="poster text-poster-sm">
            Transcription
          </h2>
        </summary>
        <div className="transcript-tools noscript:hidden">
          <search className="transcript-search">
            <input
              type="search"
              aria-label="Chercher dans la transcription"
              placeholder="Chercher dans la transcription"
              value={search.text}
              onChange={(event) => search.find(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return
                event.preventDefault()
                search.step(event.shiftKey ? -1 : 1)
              }}
            />
            {search.count > 1 && (
              <button type="button" onClick={() => search.step(1)} className="button button-paper">
                Suivant
              </button>
            )}
            <p role="status" className="text-sm">
              {search.said}
            </p>
          </search>
          {isCurrent && (
            <Tick label="Suivre le son" isOn={isFollowing} onTick={setIsFollowing} look="accent-blood" />
          )}
          <button
            type="button"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => void copyQuotation(box.current, episode)}
            className="button button-paper"
          >
            <Icon name="link" className="size-5" />
            Copier la citation
          </button>
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- It is scrolled, and its links and sentences are pressed in it. */}
        <div
          ref={box}
          role="region"
          aria-label="Texte de la transcription"
          aria-describedby={track && "transcription-aide"}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It is scrolled by the keyboard, too.
          tabIndex={0}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
            // Who marks a passage does not jump.
            if (getSelection()?.isCollapsed === false) return
            if (jump(event.target)) event.preventDefault()
          }}
          onKeyDown={(event) => {
            if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
            if (event.key === "Enter" && event.target !== box.current && jump(event.target))
              event.preventDefault()
            const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
            if (way && focusBeside(event.currentTarget, event.target, way)) event.preventDefault()
          }}
          onWheel={() => setIsFollowing(false)}
          onTouchMove={() => setIsFollowing(false)}
          className="transcript-text"
          dangerouslySetInnerHTML={drawn}
          suppressHydrationWarning
        />
        {track && (
          <p id="transcription-aide" className="mt-2 text-sm text-paper-dim noscript:hidden">
            Cliquez sur une phrase pour l’écouter. Au clavier{"\u00a0"}: flèches gauche et droite, puis
            Entrée.
          </p>
        )}
        <p className="mt-2 flex flex-wrap gap-x-4 text-sm">
          <span className="inline-flex min-h-11 items-center">Télécharger{"\u00a0"}:</span>
          {formats.map((format) => (
            <a
              key={format}
              href={`/episodes/${episode.id}/transcript.${format}`}
              className="inline-flex min-h-11 items-center underline hover:text-gold"
            >
              {LABELS[format]}
            </a>
          ))}
        </p>
      </details>
    </section>
  )
}
