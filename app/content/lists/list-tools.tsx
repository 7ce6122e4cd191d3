import { Link, useNavigate } from "react-router"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { MoreMenu } from "#app/kit/ui/more-menu.tsx"
import { STATE } from "./content-lists.ts"
import { listAddress, type ListView } from "./list-view.ts"
import { type Choice, type Filter, formatCount, type ListType, ownSort } from "./list-type.ts"

type Props = {
  type: ListType
  view: ListView
  /** By filter, what the page found to choose from. */
  choices?: Record<string, readonly Choice[]>
}

/** Actualités and pages; a draft stays a draft. */
const FEMININE: Record<string, string> = { Tous: "Toutes", Programmés: "Programmées" }

/** By state, in their order, how many there are; null where nobody counts them. */
export type States = Record<string, number | null>

type ChipsProps = { type: ListType; view: ListView; states: States }

/** All, or what is in one state, by one click. */
export function StateChips({ type, view, states }: ChipsProps) {
  const known = type.filters[STATE]?.choices ?? []
  const choices = Object.keys(states).flatMap((state) => known.find(({ value }) => value === state) ?? [])
  if (choices.length === 0) return null
  const chosen = view.filters[STATE] ?? ""
  const chips = [{ value: "", label: "Tous" }, ...choices]
  return (
    <nav aria-label={type.filters[STATE]?.label} className="list-chips">
      {chips.map(({ value, label }) => (
        <Link
          key={value}
          to={listAddress(type.path, { ...view, page: 1, filters: filtersWith(view, STATE, value) })}
          preventScrollReset
          aria-current={value === chosen ? "page" : undefined}
          className="list-chip"
        >
          {type.isFeminine ? (FEMININE[label] ?? label) : label} {formatState(states[value])}
        </Link>
      ))}
    </nav>
  )
}

const formatState = (count?: number | null) => (typeof count === "number" ? formatCount(count) : "")

/** Narrows a list down and sorts it, behind one button; all of it is in the address. */
export function ListTools({ type, view, choices = {} }: Props) {
  const { filters, sorts } = type
  const isHere = ([name]: [name: string, value: unknown]) => !filters[name]?.isElsewhere
  if (Object.entries(filters).filter(isHere).length + Object.keys(sorts).length === 0) return null
  const count = Object.entries(view.filters).filter(isHere).length + (view.sort ? 1 : 0)
  return (
    <MoreMenu
      label={
        <>
          <Icon name="sliders-horizontal" />
          Filtrer{count > 0 && ` (${count})`}
        </>
      }
      className="office-button"
    >
      <Tools type={type} view={view} choices={choices} />
    </MoreMenu>
  )
}

function Tools({ type, view, choices = {} }: Props) {
  const { path, filters, sorts } = type
  const isHere = ([name]: [name: string, value: unknown]) => !filters[name]?.isElsewhere
  const elsewhere = Object.fromEntries(Object.entries(view.filters).filter((one) => !isHere(one)))
  const navigate = useNavigate()
  const own = ownSort(type)
  const sort = view.sort ?? own?.sort ?? ""
  const order = view.order ?? own?.order ?? "desc"
  const go = (change: Partial<ListView>) =>
    void navigate(listAddress(path, { ...view, page: 1, ...change }), { preventScrollReset: true })
  return (
    <form action={path} aria-label="Filtrer et trier" className="list-tools">
      <HiddenFields fields={{ ...elsewhere, ...(view.search && { q: view.search }) }} />
      {Object.entries(filters)
        .filter(isHere)
        .map(([name, filter]) => (
          <FilterSelect
            key={name}
            name={name}
            filter={filter}
            found={choices[name]}
            value={view.filters[name] ?? ""}
            onChoose={(value) => go({ filters: filtersWith(view, name, value) })}
          />
        ))}
      {own && (
        <div className="list-sort">
          <select
            key={sort}
            name="sort"
            aria-label="Trier par"
            defaultValue={sort}
            onChange={(event) => go({ sort: event.currentTarget.value, order: undefined })}
            className="control"
          >
            {Object.entries(sorts).map(([name, { label }]) => (
              <option key={name} value={name}>
                Tri{"\u00a0"}: {label.toLocaleLowerCase("fr")}
              </option>
            ))}
          </select>
          <Link
            to={listAddress(path, { ...view, page: 1, sort, order: order === "asc" ? "desc" : "asc" })}
            preventScrollReset
            className="office-button"
          >
            <Icon name={order === "asc" ? "arrow-up" : "arrow-down"} />
            <span className="sr-only">
              {order === "asc" ? "Ordre croissant" : "Ordre décroissant"}
              {"\u00a0"}: inverser
            </span>
          </Link>
        </div>
      )}
      <button type="submit" className="office-button hidden noscript:inline-flex">
        Appliquer
      </button>
      {Object.entries(view.filters).some(isHere) && (
        <Link
          to={listAddress(path, { ...view, page: 1, filters: elsewhere })}
          preventScrollReset
          className="office-button office-button-quiet underline"
        >
          Effacer les filtres
        </Link>
      )}
    </form>
  )
}

type FilterProps = {
  name: string
  filter: Filter
  found?: readonly Choice[]
  value: string
  onChoose: (value: string) => void
}

function FilterSelect({ name, filter, found = [], value, onChoose }: FilterProps) {
  const known = [
    ...filter.choices,
    ...found.filter((one) => !filter.choices.some(({ value: own }) => own === one.value)),
  ]
  const isListed = value === "" || known.some((choice) => choice.value === value)
  return (
    <select
      key={value}
      name={name}
      aria-label={filter.label}
      defaultValue={value}
      data-chosen={value !== "" || undefined}
      onChange={(event) => onChoose(event.currentTarget.value)}
      className="control"
    >
      <option value="">{filter.all}</option>
      {known.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
      {!isListed && <option value={value}>{`${filter.label}\u00a0: ${value}`}</option>}
    </select>
  )
}

function filtersWith({ filters }: ListView, name: string, value: string) {
  const { [name]: _before, ...others } = filters
  return value ? { ...others, [name]: value } : others
}
