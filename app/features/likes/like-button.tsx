import { Heart } from "lucide-react"

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
      className={`button like noscript:hidden ${isLiked ? "button-blood" : "button-paper"}`}
    >
      <Heart aria-hidden="true" className="size-5" fill={isLiked ? "currentColor" : "none"} />
      J’aime <span className="tabular-nums">{likes.toLocaleString("fr-FR")}</span>
    </button>
  )
}
