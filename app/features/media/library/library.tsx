import { useState } from "react"
import { listAddress, type ListView } from "#app/content/list-view.ts"
import { ManagerList } from "#app/content/manager-list.tsx"
import { useMediaDesk } from "#app/form/media-desk.ts"
import { MEDIA_KINDS } from "#app/lib/media.ts"
import { SendFiles } from "../picker/send-files.tsx"
import { formatBytes } from "./file-facts.ts"
import { type LibraryMedium, MediaCard } from "./media-card.tsx"
import { MediaFilters } from "./media-filters.tsx"
import { MEDIA_PATH } from "./media.copy.ts"
import { MediaSelection } from "./media-selection.tsx"
import { useFreshList } from "./use-fresh-list.ts"

type Props = {
  view: ListView
  rows: LibraryMedium[]
  total: number
  failure: string | undefined
  /** In bytes. */
  space: { bytes: number; unused: number } | null
}

/** The card of the whole library: what is in it, searched and narrowed down. */
export function Library({ rows, space, ...list }: Props) {
  const desk = useMediaDesk()
  const { selected, select } = useSelection(rows)
  const unused = rows.filter(({ isUsed }) => !isUsed)
  useFreshList(rows.some(({ state }) => state === "waiting" || state === "working"))

  return (
    <ManagerList
      {...list}
      title="Tous les médias"
      path={MEDIA_PATH}
      nouns={["média", "médias"]}
      searchLabel="Rechercher un nom ou un texte alternatif"
      emptyText="La médiathèque est vide : déposez-y une image ou un son."
      tools={
        <>
          {desk && (
            <div className="mt-4 noscript:hidden">
              <SendFiles upload={desk.upload} kinds={MEDIA_KINDS} isMany onSent={nothing} />
            </div>
          )}
          <MediaFilters view={list.view} />
          {space && space.bytes > 0 && (
            <p className="mt-4 text-sm text-paper-ink">
              Espace occupé{"\u00a0"}: {formatBytes(space.bytes)}
              {space.unused > 0 && `, dont ${formatBytes(space.unused)} par des médias inutilisés`}
            </p>
          )}
        </>
      }
    >
      {unused.length > 0 && (
        <MediaSelection
          kept={Object.fromEntries(new URLSearchParams(listAddress("", list.view)))}
          selected={selected}
          isAllSelected={selected.length === unused.length}
          onSelectAll={(isSelected) => select(unused, isSelected)}
        />
      )}
      <ul className="media-grid mt-4">
        {rows.map((medium) => (
          <MediaCard
            key={medium.id}
            medium={medium}
            view={list.view}
            isSelected={selected.includes(medium)}
            onSelect={(isSelected) => select([medium], isSelected)}
          />
        ))}
      </ul>
    </ManagerList>
  )
}

/** The list hears of them by itself. */
const nothing = () => {}

/** Of those in the list, and no others: what is turned away from is no longer selected. */
function useSelection(rows: LibraryMedium[]) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const selected = rows.filter(({ id, isUsed }) => ids.has(id) && !isUsed)
  const select = (media: LibraryMedium[], isSelected: boolean) => {
    const next = new Set(selected.map(({ id }) => id))
    for (const { id } of media) {
      if (isSelected) next.add(id)
      else next.delete(id)
    }
    setIds(next)
  }
  return { selected, select }
}
