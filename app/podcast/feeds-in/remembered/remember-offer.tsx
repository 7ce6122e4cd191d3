import { withScheme } from "../feed-addresses.ts"

type Props = {
  preview: { created: number; linked: number; updated: number; unchanged: number }
  source: File | string
  feeds: { url: string }[]
  onRemember: () => void
}

/** For an address that the site does not know, of a feed that it does: an import of nothing has it remembered. */
export function RememberOffer({
  preview: { created, linked, updated, unchanged },
  source,
  feeds,
  onRemember,
}: Props) {
  const isUpToDate = created + linked + updated === 0 && unchanged > 0
  if (!isUpToDate || typeof source !== "string" || feeds.some(({ url }) => url === withScheme(source)))
    return null
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3">
      <p>Le site peut retenir cette adresse et relire le flux de lui-même.</p>
      <button type="button" className="office-button" onClick={onRemember}>
        Retenir cette adresse
      </button>
    </div>
  )
}
