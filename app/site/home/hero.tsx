import type { CSSProperties } from "react"
import { HeroPicture } from "#app/base/settings/appearance/hero-picture.tsx"
import { usePodcast } from "#app/base/settings/use-podcast.ts"
import { Figures } from "#app/kit/ui/figures.tsx"
import { PageLink } from "#app/kit/ui/page-link.tsx"
import type { Picture } from "#app/kit/lib/pictures.ts"

type Props = {
  /** The words on the poster; without any it shows the podcast's name. */
  concept: string[]
  figures: { prefix: string; value: string; label: string }[]
  audio: { label: string; url: string }
  /** In the poster's place. */
  picture: Picture | null
}

/** The poster itself: the three words, the tagline, two ways in, and the tale of the tape. */
export function Hero({ concept, figures, audio, picture }: Props) {
  const { name, tagline } = usePodcast()
  const words = concept.length > 0 ? concept : inWords(name)
  return (
    <section aria-label={name}>
      {picture && <HeroPicture picture={picture} />}
      <div className="on-paper hero-poster relative overflow-hidden text-ink">
        {!picture && (
          <>
            <div className="hero-sun max-md:hidden" aria-hidden="true" />
            <HangingMicrophone />
          </>
        )}
        <div className="wrap relative pt-8 pb-10 md:pt-10 md:pb-14">
          <p className="poster flex items-center gap-4 text-xl text-blood-dark md:text-2xl">
            <span aria-hidden="true">★</span> {name}, le podcast <span aria-hidden="true">★</span>
          </p>
          <h1 className="poster hero-title mt-2 leading-[1.02]" style={fitted(words)}>
            {words.map((word, index) => (
              <span key={`${index} ${word}`} className="block">
                {word}{" "}
              </span>
            ))}
          </h1>
          <p className="mt-6 max-w-xl text-xl font-semibold md:text-2xl">{tagline}</p>
          <div className="mt-7 flex flex-wrap gap-4">
            <PageLink to="/episodes" className="button button-ink" viewTransition>
              Voir les épisodes
            </PageLink>
            {audio.url && (
              <a href={audio.url} className="button button-blood" rel="noopener">
                {audio.label || "Écouter"}
              </a>
            )}
          </div>
        </div>
      </div>
      <div className="ropes" />
      {figures.length > 0 && (
        <div className="wrap">
          <Figures figures={figures} />
        </div>
      )}
    </section>
  )
}

/** The size is made for three short words: longer ones, and more of them, are smaller. */
function fitted(words: string[]): CSSProperties | undefined {
  const longest = Math.max(
    ...words
      .join(" ")
      .split(/\s+/)
      .map((word) => word.length),
  )
  const total = words.join(" ").length
  const scale = (most: number) => Math.min(1, most / longest, Math.sqrt(24 / total))
  // On a wide screen the words after the first share a line, as long as there is room for them.
  const [narrow, wide] = [scale(7.5), Math.min(scale(12), 3 / words.length)].map(
    (value) => Math.round(value * 1000) / 1000,
  )
  if (narrow === 1 && wide === 1) return undefined
  return { "--hero-scale": narrow, "--hero-scale-wide": wide } as CSSProperties
}

const MOST_WORDS = 4

/** A short name stands on the poster word by word, a long one as it is. */
function inWords(name: string) {
  const words = name.split(" ").filter(Boolean)
  return words.length <= MOST_WORDS ? words : [name]
}

/** The microphone that comes down into the ring for the announcer. */
function HangingMicrophone() {
  return (
    <svg
      viewBox="0 0 120 400"
      className="absolute top-0 right-[9%] h-[62%] max-md:hidden"
      fill="currentColor"
      aria-hidden="true"
    >
      <path d="M57 0h6v196h-6z" />
      <path d="M44 186h32v22H44z" />
      <path d="M22 204h76v20H22z" className="text-gold" />
      <path d="M18 228h84v88a42 42 0 0 1-84 0z" />
      <path
        d="M26 244h68v8H26zM26 262h68v8H26zM26 280h68v8H26zM26 298h68v8H26zM28 316h64v8H28zM34 334h52v8H34z"
        className="text-paper-shade"
      />
      <path d="M55 228h10v130H55z" />
    </svg>
  )
}
