import { PageLink } from "./page-link.tsx"
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
        <PageLink {...nextLink} data-scripted data-starts-in-sight className="button button-paper">
          {isLoading ? loadingText : label}
        </PageLink>
      )}
    </div>
  )
}
