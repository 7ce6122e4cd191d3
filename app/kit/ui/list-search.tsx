import { useId } from "react"
import { Form, Link, useLocation, useSearchParams } from "react-router"
import { HiddenFields } from "./hidden-fields.tsx"
import { Icon } from "./icon.tsx"

type Props = {
  label: string
  placeholder?: string
  /** What stays as it is while one searches. */
  filters?: Record<string, string>
}

/** Narrows a list down with `?q=`; a new search starts at the first page again. */
export function ListSearch({ label, placeholder, filters = {} }: Props) {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const search = params.get("q") ?? ""
  const id = useId()
  return (
    <Form role="search" action={pathname} preventScrollReset className="list-search">
      <HiddenFields fields={filters} />
      <div className="relative min-w-0 flex-1">
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <Icon name="search" className="list-search-glass" />
        <input
          key={search}
          id={id}
          type="search"
          name="q"
          defaultValue={search}
          placeholder={placeholder ?? label}
          className="control"
        />
      </div>
      <button type="submit" className="office-button list-search-send">
        Rechercher
      </button>
      {search && (
        <Link
          to={`${pathname}?${new URLSearchParams(filters)}`}
          preventScrollReset
          className="office-button office-button-quiet underline"
        >
          Effacer
        </Link>
      )}
    </Form>
  )
}
