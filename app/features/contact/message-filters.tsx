import { Link } from "react-router"
import { listAddress, type ListView } from "#app/content/list-view.ts"
import { STATE, STATES } from "./message-questions.ts"

/** Narrows the messages down to what is to be done, or is; it is in the address. */
export function MessageFilters({ path, view }: { path: string; view: ListView }) {
  const { [STATE]: state = "", ...others } = view.filters
  return (
    <nav aria-label="État des messages" className="mt-4 flex flex-wrap gap-2">
      {[{ value: "", label: "Tous" }, ...STATES].map(({ value, label }) => (
        <Link
          key={value}
          to={listAddress(path, {
            ...view,
            page: 1,
            filters: { ...others, ...(value && { [STATE]: value }) },
          })}
          preventScrollReset
          aria-current={state === value ? "true" : undefined}
          className="office-button aria-[current]:bg-ink aria-[current]:text-paper"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
