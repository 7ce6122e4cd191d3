/** How many rows a page of the back office's lists holds. */
export const ROWS_PER_PAGE = 50

/** What narrows a list down beside the search, by parameter. */
export type Filters = Record<string, string>

/** What a list of the back office shows: it is all in the page's address. */
export type ListView = { search: string; page: number; filters: Filters }

/**
 * How many rows of a list can be turned to: counting and passing over more would take ever longer as the list grows.
 * While searching it is less, as each row has to be looked at.
 */
export function maxRows({ search }: ListView) {
  return search ? 1_000 : 10_000
}

/** @param filterNames the parameters, beside the search and the page, that narrow this list down */
export function parseListView(parameters: URLSearchParams, filterNames: readonly string[] = []): ListView {
  const page = Number(parameters.get("page"))
  const filters = filterNames.flatMap((name) => {
    const value = parameters.get(name)
    return value ? [[name, value.slice(0, MAX_SEARCH_LENGTH)]] : []
  })
  return {
    search: parseSearch(parameters.get("q")),
    page: Number.isInteger(page) && page > 0 && page < 1_000_000 ? page : 1,
    filters: Object.fromEntries(filters),
  }
}

/** @param editId the item in the form; none for a new one */
export function listAddress(path: string, { search, page, filters }: ListView, editId?: number | string) {
  const parameters = new URLSearchParams(filters)
  if (search) parameters.set("q", search)
  if (page > 1) parameters.set("page", String(page))
  if (editId !== undefined) parameters.set("edit", String(editId))
  return parameters.size > 0 ? `${path}?${parameters}` : path
}

/** The longest search taken from an address, in characters. */
export const MAX_SEARCH_LENGTH = 100

/** What is searched for: one line, without control characters. */
export function parseSearch(value: string | null) {
  // eslint-disable-next-line no-control-regex -- they are what is removed
  const oneLine = (value ?? "").normalize("NFC").replace(/[\u0000-\u001f\u007f\s]+/g, " ")
  return oneLine.trim().slice(0, MAX_SEARCH_LENGTH)
}
