import { type Listing, type Order, ownSort } from "./list-type.ts"

/** How many rows a page of the back office's lists holds. */
export const ROWS_PER_PAGE = 20

/** What narrows a list down beside the search, by parameter. */
export type Filters = Record<string, string>

/** What a list of the back office shows: it is all in the page's address. */
export type ListView = {
  search: string
  page: number
  filters: Filters
  /** Other than the list's own. */
  sort?: string
  order?: Order
}

/**
 * How many rows of a list can be turned to: counting and passing over more would take ever longer as the list grows.
 * While searching it is less, as each row has to be looked at.
 */
export function maxRows({ search }: Pick<ListView, "search">) {
  return search ? 1_000 : 10_000
}

/** @param list how it is narrowed down and sorted, or the parameters that narrow it down by whatever they hold */
export function parseListView(
  parameters: URLSearchParams,
  list: readonly string[] | Pick<Listing, "filters" | "sorts"> = [],
): ListView {
  const page = Number(parameters.get("page"))
  return {
    search: parseSearch(parameters.get("q")),
    page: Number.isInteger(page) && page > 0 && page < 1_000_000 ? page : 1,
    ...(isNames(list)
      ? { filters: readNamed(parameters, list) }
      : { filters: readFilters(parameters, list), ...readSort(parameters, list) }),
  }
}

/** @param editId the item in the form; none for a new one */
export function listAddress(path: string, view: ListView, editId?: number | string) {
  const { search, page } = view
  const parameters = new URLSearchParams(narrowing(view))
  if (search) parameters.set("q", search)
  if (page > 1) parameters.set("page", String(page))
  if (editId !== undefined) parameters.set("edit", String(editId))
  return parameters.size > 0 ? `${path}?${parameters}` : path
}

/** The parameters of a list beside its search and its page. */
export function narrowing({ filters, sort, order }: Pick<ListView, "filters" | "sort" | "order">): Filters {
  return { ...filters, ...(sort && { sort }), ...(order && { order }) }
}

/** The longest search taken from an address, in characters. */
export const MAX_SEARCH_LENGTH = 100

/** What is searched for: one line, without control characters. */
export function parseSearch(value: string | null) {
  // eslint-disable-next-line no-control-regex -- they are what is removed
  const oneLine = (value ?? "").normalize("NFC").replace(/[\u0000-\u001f\u007f\s]+/g, " ")
  return oneLine.trim().slice(0, MAX_SEARCH_LENGTH)
}

function isNames(list: readonly string[] | object): list is readonly string[] {
  return Array.isArray(list)
}

function readNamed(parameters: URLSearchParams, names: readonly string[]): Filters {
  const filters = names.flatMap((name) => {
    const value = parameters.get(name)
    return value ? [[name, value.slice(0, MAX_SEARCH_LENGTH)]] : []
  })
  return Object.fromEntries(filters)
}

/** A value that a filter does not have narrows nothing down. */
function readFilters(parameters: URLSearchParams, { filters }: Pick<Listing, "filters">): Filters {
  const chosen = Object.entries(filters).flatMap(([name, { choices, others }]) => {
    const value = parameters.get(name)
    const isKnown = value && (choices.some((choice) => choice.value === value) || others?.test(value))
    return isKnown ? [[name, value]] : []
  })
  return Object.fromEntries(chosen)
}

function readSort(parameters: URLSearchParams, list: Pick<Listing, "sorts">) {
  const own = ownSort(list)
  const asked = parameters.get("sort") ?? own?.sort ?? ""
  const known = Object.hasOwn(list.sorts, asked) ? list.sorts[asked] : undefined
  if (!known) return {}
  const wanted = parameters.get("order")
  const order = wanted === "asc" || wanted === "desc" ? wanted : known.first
  return asked === own?.sort && order === own.order ? {} : { sort: asked, order }
}
