import { Icon } from "#app/kit/ui/icon.tsx"
import { episodeAddress } from "./link-times.ts"
import { usePlayer } from "./player-context.ts"
import { copyLink, shareLink } from "./share.ts"
import { formatTime } from "./times.ts"
import type { Track } from "./track.ts"
import { useAudioTimes } from "./use-audio-times.ts"

type Props = { episodeId: number; title: string }

/** Shares an episode and, while it is in the player, the place where one is. Without scripts there is the address. */
export function ShareButtons({ episodeId, title }: Props) {
  const { track } = usePlayer()
  return (
    <>
      <button
        type="button"
        data-scripted
        onClick={() => void shareLink(title, episodeAddress(episodeId))}
        className="button button-paper noscript:hidden"
      >
        <Icon name="share-2" className="size-5" />
        Partager
      </button>
      {track?.episodeId === episodeId && <CopyPlaceButton track={track} />}
    </>
  )
}

function CopyPlaceButton({ track }: { track: Track }) {
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
