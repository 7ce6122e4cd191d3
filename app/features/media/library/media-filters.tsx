import { Link } from "react-router"
import { listAddress, type ListView } from "#app/content/list-view.ts"
import { MEDIA_KINDS } from "#app/lib/media.ts"
import { KINDS, MEDIA_PATH, STATES } from "./media.copy.ts"

const KIND_FILTERS = MEDIA_KINDS.map((kind) => ({ value: kind, label: KINDS[kind].many }))

/** Narrows the library down to a kind, and to what needs a hand; both are in the address. */
export function MediaFilters({ view }: { view: ListView }) {
  return (
    <div className="mt-4 grid gap-2">
      <FilterLinks name="genre" label="Genre des médias" all="Tous" values={KIND_FILTERS} view={view} />
      <FilterLinks name="etat" label="État des médias" all="Tous les états" values={STATES} view={view} />
    </div>
  )
}

type Props = {
  name: string
  label: string
  all: string
  values: readonly { value: string; label: string }[]
  view: ListView
}

function FilterLinks({ name, label, all, values, view }: Props) {
  const chosen = view.filters[name] ?? ""
  const addressWith = (value: string) => {
    const { [name]: _chosen, ...others } = view.filters
    return listAddress(MEDIA_PATH, {
      ...view,
      page: 1,
      filters: value ? { ...others, [name]: value } : others,
    })
  }
  return (
    <nav aria-label={label} className="flex flex-wrap gap-2">
      {[{ value: "", label: all }, ...values].map(({ value, label: text }) => (
        <Link
          key={value}
          to={addressWith(value)}
          preventScrollReset
          aria-current={chosen === value ? "true" : undefined}
          className="office-button aria-[current]:bg-ink aria-[current]:text-paper"
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}
