import { Icon } from "#app/kit/ui/icon.tsx"
import { usePlayer } from "./player-context.ts"

/** The bar's big button, with a turning ring while the file is awaited. */
export function PlayButton({ onPress }: { onPress: () => void }) {
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
