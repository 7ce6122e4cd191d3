import { Icon } from "#app/kit/ui/icon.tsx"
import { loadSearchDialog } from "./use-search-dialog.tsx"
import { SEARCH_PATH } from "./search-results.ts"

type Props = { onOpen: () => void; className: string; children: React.ReactNode }

/** Opens the search: its dialog, or its page in another tab and where no script runs. */
export function SearchLink({ onOpen, className, children }: Props) {
  return (
    <a
      href={SEARCH_PATH}
      aria-keyshortcuts="Control+K Meta+K"
      onPointerEnter={() => void loadSearchDialog().catch(() => {})}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onOpen()
      }}
      className={className}
    >
      <Icon name="search" />
      {children}
    </a>
  )
}
