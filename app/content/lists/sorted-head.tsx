import { Link } from "react-router"
import { Icon } from "#app/kit/ui/icon.tsx"
import { listAddress, type ListView } from "./list-view.ts"
import { type ListType, type Order, ownSort } from "./list-type.ts"

type Props = { type: ListType; view: ListView; name: string }

/** The head of a table's column by which the list is sorted, a second time the other way round. */
export function SortedHead({ type, view, name }: Props) {
  const own = ownSort(type)
  const sort = type.sorts[name]
  if (!sort) return null
  const isSorted = (view.sort ?? own?.sort) === name
  const order = isSorted ? (view.order ?? own?.order ?? sort.first) : undefined
  const next = order ? OTHER[order] : sort.first
  return (
    <th scope="col" aria-sort={order && WAYS[order]}>
      <Link
        to={listAddress(type.path, { ...view, page: 1, sort: name, order: next })}
        preventScrollReset
        className="inline-flex items-center gap-1 underline"
      >
        {sort.label}
        {order && <Icon name={order === "asc" ? "arrow-up" : "arrow-down"} />}
      </Link>
    </th>
  )
}

const WAYS = { asc: "ascending", desc: "descending" } as const
const OTHER: Record<Order, Order> = { asc: "desc", desc: "asc" }
