import { Link, useNavigate } from "react-router"
import { listAddress, type ListView } from "#app/content/list-view.ts"
import { SelectField } from "#app/form/field.tsx"
import { fieldsOf } from "#app/form/fields-of.ts"
import { HiddenFields } from "#app/ui/hidden-fields.tsx"
import { type FILTERS, STATES } from "./moderation.copy.ts"

type Filters = Record<(typeof FILTERS)[number], string>
type Props = { path: string; view: ListView; episodes: { id: number; title: string }[] }

/** Narrows the comments down to a state and to an episode; both are in the address. */
export function CommentFilters({ path, view, episodes }: Props) {
  const navigate = useNavigate()
  const { episode = "", etat } = view.filters
  const addressWith = (filters: Record<string, string>) => {
    const kept = Object.entries({ ...view.filters, ...filters }).filter(([, value]) => value !== "")
    return listAddress(path, { ...view, page: 1, filters: Object.fromEntries(kept) })
  }
  const isListed = episode === "" || episodes.some(({ id }) => String(id) === episode)
  return (
    <div className="mt-4 flex flex-wrap items-end gap-x-6 gap-y-4">
      <nav aria-label="État des commentaires" className="flex flex-wrap gap-2">
        {[{ value: "", label: "Tous" }, ...STATES].map(({ value, label }) => (
          <Link
            key={value}
            to={addressWith({ etat: value })}
            preventScrollReset
            aria-current={(etat ?? "") === value ? "true" : undefined}
            className="office-button aria-[current]:bg-ink aria-[current]:text-paper"
          >
            {label}
          </Link>
        ))}
      </nav>
      <form action={path} className="flex min-w-0 flex-[1_1_16rem] items-end gap-2">
        <HiddenFields fields={{ ...(view.search && { q: view.search }), ...(etat && { etat }) }} />
        <SelectField
          key={episode}
          label="Épisode"
          {...fieldsOf<Filters>(null, { episode }).field("episode")}
          options={[
            { value: "", label: "Tous les épisodes" },
            ...(isListed ? [] : [{ value: episode, label: `Épisode ${episode}` }]),
            ...episodes.map(({ id, title }) => ({ value: String(id), label: title })),
          ]}
          onChoose={(value) => void navigate(addressWith({ episode: value }), { preventScrollReset: true })}
          className="min-w-0 flex-1"
        />
        <button type="submit" className="office-button hidden noscript:inline-flex">
          Filtrer
        </button>
      </form>
    </div>
  )
}
