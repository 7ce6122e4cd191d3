import { Icon } from "#app/kit/ui/icon.tsx"
import { episodeAddress } from "./link-times.ts"
import { usePlayer } from "./player-context.ts"
import { copyLink, shareLink } from "./share.ts"
import { formatTime } from "./times.ts"
import type { Track } from "./track.ts"
import { useAudioTimes } from "./use-audio-times.ts"

type Props = { episodeId: number; title: string }

/** Shares an episode. Without scripts there is the address. */
export function ShareButton({ episodeId, title }: Props) {
  return (
    <button type="button" data-scripted onClick={() => void shareLink(title, episodeAddress(episodeId))}>
      Partager
    </button>
  )
}

/** While the episode is in the player: a link to the place where one is. */
export function CopyPlaceButton({ episodeId }: { episodeId: number }) {
  const { track } = usePlayer()
  return track?.episodeId === episodeId && <CopyElapsed track={track} />
}

function CopyElapsed({ track }: { track: Track }) {
  const { audioRef } = usePlayer()
  const { elapsed } = useAudioTimes(audioRef, track)
  return (
    <button
      type="button"
      onClick={() => void copyLink(episodeAddress(track.episodeId, elapsed))}
      className="button button-paper"
    >
      <Icon name="link" className="size-5" />
      Copier le lien à <span className="tabular-nums">{formatTime(elapsed)}</span>
    </button>
  )
}

/** In the bar: a link to what is being heard, at this moment. */
export function SharePlaceButton({ track }: { track: Track }) {
  const { audioRef } = usePlayer()
  return (
    <button
      type="button"
      onClick={() => void copyLink(episodeAddress(track.episodeId, audioRef.current?.currentTime))}
      aria-label="Copier le lien à cet instant"
      className="player-button player-share"
    >
      <Icon name="link" className="size-5" />
    </button>
  )
}
