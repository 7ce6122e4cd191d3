/** How many rows a page of the back office's lists holds. */
export const ROWS_PER_PAGE = 50

/** What a list of the back office shows: it is all in the page's address. */
export type ListView = { search: string; page: number }

export function parseListView(parameters: URLSearchParams): ListView {
  const page = Number(parameters.get("page"))
  return {
    search: parseSearch(parameters.get("q")),
    page: Number.isInteger(page) && page > 0 && page < 1_000_000 ? page : 1,
  }
}

/** @param editId the item in the form; none for a new one */
export function listAddress(path: string, { search, page }: ListView, editId?: number | string) {
  const parameters = new URLSearchParams()
  if (search) parameters.set("q", search)
  if (page > 1) parameters.set("page", String(page))
  if (editId !== undefined) parameters.set("edit", String(editId))
  return parameters.size > 0 ? `${path}?${parameters}` : path
}

/** The longest search taken from an address, in characters. */
export const LONGEST_SEARCH = 100

/** What is searched for: one line, without control characters. */
export function parseSearch(value: string | null) {
  // eslint-disable-next-line no-control-regex -- they are what is removed
  const oneLine = (value ?? "").normalize("NFC").replace(/[\u0000-\u001f\u007f\s]+/g, " ")
  return oneLine.trim().slice(0, LONGEST_SEARCH)
}
