import type { ListView } from "#app/content/lists/list-view.ts"
import { SelectableList } from "#app/content/lists/selectable-list.tsx"
import { ManagerList } from "#app/content/manager-list.tsx"
import { useMediaSource } from "#app/kit/form/media-source.ts"
import { MEDIA_KINDS } from "#app/kit/lib/media.ts"
import { SendFiles } from "../upload/send-files.tsx"
import { formatBytes } from "../file-facts.ts"
import { type LibraryMedium, MediaCard } from "./media-card.tsx"
import { MEDIA } from "./library-list.ts"
import { useFreshList } from "./use-fresh-list.ts"

type Props = {
  view: ListView
  rows: LibraryMedium[]
  total: number
  newestId: number | undefined
  failure: string | undefined
  /** In bytes. */
  space: { bytes: number; unused: number } | null
}

/** The card of the whole library: what is in it, searched and narrowed down. */
export function Library({ rows, space, ...list }: Props) {
  const source = useMediaSource()
  useFreshList(rows.some(({ state }) => state === "waiting" || state === "working"))

  return (
    <ManagerList
      {...list}
      title="Tous les médias"
      path={MEDIA.path}
      type={MEDIA}
      nouns={MEDIA.nouns}
      searchLabel="Rechercher un nom ou un texte alternatif"
      emptyText="La médiathèque est vide : déposez-y une image ou un son."
      tools={
        <>
          {source && (
            <div className="mt-4 noscript:hidden">
              <SendFiles upload={source.upload} kinds={MEDIA_KINDS} isMany onSent={nothing} />
            </div>
          )}
          {space && space.bytes > 0 && (
            <p className="mt-4 text-sm text-paper-ink">
              Espace occupé{"\u00a0"}: {formatBytes(space.bytes)}
              {space.unused > 0 && `, dont ${formatBytes(space.unused)} par des médias inutilisés`}
            </p>
          )}
        </>
      }
    >
      <SelectableList
        {...list}
        type={MEDIA}
        rows={rows.filter(({ isUsed }) => !isUsed)}
        label="Sélectionner les inutilisés"
      >
        <ul className="media-grid mt-4">
          {rows.map((medium) => (
            <MediaCard key={medium.id} medium={medium} view={list.view} />
          ))}
        </ul>
      </SelectableList>
    </ManagerList>
  )
}

/** The list hears of them by itself. */
const nothing = () => {}
