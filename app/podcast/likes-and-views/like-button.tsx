import { Icon } from "#app/kit/ui/icon.tsx"

type Props = { likes: number; isLiked: boolean; isReady: boolean; isSending: boolean; onToggle: () => void }

/** Likes an episode, or takes the like back. */
export function LikeButton({ likes, isLiked, isReady, isSending, onToggle }: Props) {
  return (
    <button
      type="button"
      aria-pressed={isLiked}
      // Before the browser can say who it is; while a request runs the focus must stay here.
      disabled={!isReady}
      aria-disabled={isSending}
      onClick={onToggle}
      className="button button-paper like noscript:hidden"
      data-scripted
    >
      <Icon name="heart" className="size-5" />
      J’aime{" "}
      <span className="tabular-nums" data-live="likes" suppressHydrationWarning>
        {likes.toLocaleString("fr-FR")}
      </span>
    </button>
  )
}
