import type { Soundbite } from "#app/kit/lib/soundbites.ts"
import type { Track } from "../../player/track.ts"
import { MomentLink } from "../moment-link.tsx"
import { Moments } from "../moments.tsx"

type Props = {
  soundbites: Soundbite[]
  /** What they are of: where there is no sound there is nothing to hear. */
  track: Track | undefined
}

/** Moments that make one want to hear an episode: each plays from where it begins. */
export function SoundbiteList({ soundbites, track }: Props) {
  if (soundbites.length === 0 || !track) return null
  return (
    <Moments id="extraits" title="Extraits">
      {soundbites.map(({ start, duration, title }, index) => (
        <li key={`${start} ${duration}`} className="chapter">
          <MomentLink moment={{ start, title: title || `Extrait ${index + 1}` }} track={track} />
        </li>
      ))}
    </Moments>
  )
}
