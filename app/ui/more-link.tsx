import { Link } from "react-router"
import type { useMore } from "./use-more.ts"

type Props = Pick<ReturnType<typeof useMore>, "nextLink" | "isLoading"> & {
  label: string
  loadingText: string
}

/** The end of a list that goes on: a real link, followed by itself when it comes into view. */
export function MoreLink({ nextLink, isLoading, label, loadingText }: Props) {
  return (
    <div className="mt-12 text-center" aria-live="polite">
      {nextLink && (
        <Link {...nextLink} data-scripted data-starts-in-sight className="button button-paper">
          {isLoading ? loadingText : label}
        </Link>
      )}
    </div>
  )
}
